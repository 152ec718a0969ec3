//! Seccomp: the system calls that no solution needs and that would widen what it can reach.
//!
//! Everything else is allowed: a list of what is allowed would have to know every language's runtime. A forbidden call
//! fails with an error as if the system did not have it, so that an honest program can go on without.
//!
//! The filter is a binary search over the numbers: the kernel evaluates it once for every call when it is installed
//! (to remember those always allowed), and that is most of its cost.

mod calls;

use libc::sock_filter;

pub(crate) use calls::Needs;
use calls::{Rule, STANDING, When, rules};

#[cfg(target_arch = "x86_64")]
const ARCHITECTURE: u32 = 0xC000_003E;
#[cfg(target_arch = "aarch64")]
const ARCHITECTURE: u32 = 0xC000_00B7;
/// No other is known to the table of calls.
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
const ARCHITECTURE: u32 = 0;

/// Where the kernel puts the number of the call, the architecture and the arguments (`struct seccomp_data`). Both
/// supported architectures are little endian, so the lower half of an argument comes first.
const NUMBER: u32 = 0;
const ARCH: u32 = 4;
const fn argument(index: u8) -> u32 {
    16 + 8 * index as u32
}

const LOAD: u32 = libc::BPF_LD | libc::BPF_W | libc::BPF_ABS;
const EQUAL: u32 = libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K;
const AT_LEAST: u32 = libc::BPF_JMP | libc::BPF_JGE | libc::BPF_K;
const ANY_BIT: u32 = libc::BPF_JMP | libc::BPF_JSET | libc::BPF_K;
const AND: u32 = libc::BPF_ALU | libc::BPF_AND | libc::BPF_K;
const JUMP: u32 = libc::BPF_JMP | libc::BPF_JA;
const RETURN: u32 = libc::BPF_RET | libc::BPF_K;

fn step(code: u32, k: u32, yes: u8, no: u8) -> sock_filter {
    sock_filter {
        code: u16::try_from(code).unwrap_or(0),
        jt: yes,
        jf: no,
        k,
    }
}

fn allow() -> sock_filter {
    step(RETURN, libc::SECCOMP_RET_ALLOW, 0, 0)
}

fn refuse(error: i32) -> sock_filter {
    step(
        RETURN,
        libc::SECCOMP_RET_ERRNO | error.cast_unsigned(),
        0,
        0,
    )
}

/// The filter of the launcher and of everything it starts.
pub(crate) fn standing() -> Vec<sock_filter> {
    let mut rules: Vec<Rule> = STANDING
        .iter()
        .filter_map(|&call| Some((u32::try_from(call).ok()?, When::Always, libc::EPERM)))
        .collect();
    rules.sort_by_key(|(call, ..)| *call);
    assemble(&rules)
}

/// The filter of one program, on top of the standing one.
pub(crate) fn filter(needs: Needs) -> Vec<sock_filter> {
    assemble(&rules(needs))
}

fn assemble(rules: &[Rule]) -> Vec<sock_filter> {
    let mut all = vec![
        step(LOAD, ARCH, 0, 0),
        step(EQUAL, ARCHITECTURE, 1, 0),
        // Calls of another architecture (32 bits) have other numbers.
        step(RETURN, libc::SECCOMP_RET_KILL_PROCESS, 0, 0),
        step(LOAD, NUMBER, 0, 0),
    ];
    #[cfg(target_arch = "x86_64")]
    all.extend([
        // The x32 numbers are the same calls once more.
        step(AT_LEAST, 0x4000_0000, 0, 1),
        refuse(libc::ENOSYS),
    ]);
    all.extend(search(rules));
    all
}

/// Finds the rule of the loaded number among sorted rules; every path returns.
fn search(rules: &[Rule]) -> Vec<sock_filter> {
    match rules {
        [] => vec![allow()],
        [(call, when, error)] => {
            let body = body(when, *error);
            let mut code = vec![step(EQUAL, *call, 1, 0), allow()];
            code.extend(body);
            code
        }
        _ => {
            let (low, high) = rules.split_at(rules.len() / 2);
            let first = high.first().map_or(0, |(call, ..)| *call);
            let low = search(low);
            // A jump that depends on something reaches 255 steps, one that does not any number.
            let over = u32::try_from(low.len()).unwrap_or(u32::MAX);
            let mut code = vec![step(AT_LEAST, first, 0, 1), step(JUMP, over, 0, 0)];
            code.extend(low);
            code.extend(search(high));
            code
        }
    }
}

/// What is done once the number fits.
fn body(when: &When, error: i32) -> Vec<sock_filter> {
    match *when {
        When::Always => vec![refuse(error)],
        When::Is(index, values) => {
            let mut code = vec![step(LOAD, argument(index), 0, 0)];
            // The last one of the list falls through to the refusal, or passes over it.
            for (left, value) in (0..values.len()).rev().zip(values) {
                let over = u8::try_from(left).unwrap_or(u8::MAX);
                code.push(step(EQUAL, *value, over, u8::from(left == 0)));
            }
            code.extend([refuse(error), allow()]);
            code
        }
        When::Has(index, bits) => vec![
            step(LOAD, argument(index), 0, 0),
            step(AND, bits, 0, 0),
            step(EQUAL, bits, 0, 1),
            refuse(error),
            allow(),
        ],
        When::IsNot(index, [one, other]) => vec![
            step(LOAD, argument(index), 0, 0),
            step(EQUAL, one, 2, 0),
            step(EQUAL, other, 1, 0),
            refuse(error),
            allow(),
        ],
        When::Flags(bad, None) => vec![
            step(LOAD, argument(0), 0, 0),
            step(ANY_BIT, bad, 0, 1),
            refuse(error),
            allow(),
        ],
        When::Flags(bad, Some(needed)) => vec![
            step(LOAD, argument(0), 0, 0),
            step(ANY_BIT, bad, 1, 0),
            step(ANY_BIT, needed, 1, 0),
            refuse(error),
            allow(),
        ],
    }
}

#[cfg(test)]
mod tests {
    use libc::c_long;

    use super::calls::REQUESTS;
    use super::*;

    /// Runs a filter as the kernel would; `arguments` are lower halves.
    fn run(filter: &[sock_filter], arch: u32, call: c_long, arguments: [u32; 6]) -> u32 {
        let mut loaded = 0;
        let mut at = 0;
        loop {
            let now = filter[at];
            at += 1;
            let code = u32::from(now.code);
            let jump = |yes: bool| usize::from(if yes { now.jt } else { now.jf });
            match code {
                LOAD => {
                    loaded = match now.k {
                        NUMBER => u32::try_from(call).unwrap(),
                        ARCH => arch,
                        offset => arguments[(offset as usize - 16) / 8],
                    }
                }
                EQUAL => at += jump(loaded == now.k),
                AT_LEAST => at += jump(loaded >= now.k),
                ANY_BIT => at += jump(loaded & now.k != 0),
                AND => loaded &= now.k,
                JUMP => at += now.k as usize,
                RETURN => return now.k,
                _ => panic!("no such code"),
            }
        }
    }

    const STRONG: Needs = Needs {
        exposed: false,
        may_fork: true,
        uncounted: false,
        may_change_modes: true,
        own: 7,
    };
    const WEAK: Needs = Needs {
        exposed: true,
        may_fork: false,
        uncounted: true,
        may_change_modes: false,
        own: 7,
    };

    fn errno(needs: Needs, call: c_long, arguments: [u32; 6]) -> Option<i32> {
        match run(&filter(needs), ARCHITECTURE, call, arguments) {
            libc::SECCOMP_RET_ALLOW => None,
            answer => Some((answer & 0xFFFF).cast_signed()),
        }
    }

    #[test]
    fn every_rule_is_found_and_nothing_else() {
        for needs in [STRONG, WEAK] {
            let rules = rules(needs);
            for call in 0..600 {
                // No flag, no thread, no value that a rule allows.
                let found = errno(needs, call.into(), [99; 6].map(|n| n & !0x0001_0000));
                let rule = rules.iter().find(|(number, ..)| *number == call);
                let expected = rule.and_then(|(_, when, error)| match when {
                    When::Is(..) | When::Flags(_, None) => None,
                    _ => Some(*error),
                });
                assert_eq!(found, expected, "call {call}");
            }
        }
    }

    #[test]
    fn the_standing_filter_forbids_its_list_and_nothing_else() {
        let filter = standing();
        for call in 0..600 {
            let forbidden = STANDING.contains(&call);
            let answer = run(&filter, ARCHITECTURE, call, [0; 6]);
            assert_eq!(answer != libc::SECCOMP_RET_ALLOW, forbidden, "call {call}");
        }
    }

    #[test]
    fn threads_are_allowed_and_namespaces_are_not() {
        let thread = libc::CLONE_THREAD.cast_unsigned();
        let clone = |needs, flags| errno(needs, libc::SYS_clone, [flags, 0, 0, 0, 0, 0]);
        assert_eq!(clone(STRONG, 17), None);
        assert_eq!(clone(WEAK, 17), Some(libc::EAGAIN));
        for needs in [STRONG, WEAK] {
            assert_eq!(clone(needs, thread), None);
            assert!(clone(needs, thread | libc::CLONE_NEWUSER.cast_unsigned()).is_some());
        }
    }

    #[test]
    fn a_process_may_signal_itself_where_others_are_in_reach() {
        let tgkill = |own| errno(WEAK, libc::SYS_tgkill, [own, own, 6, 0, 0, 0]);
        assert_eq!((tgkill(7), tgkill(8)), (None, Some(libc::EPERM)));
    }

    #[test]
    fn the_first_process_is_left_alone_and_all_others_of_a_run_are_not() {
        let prlimit = |pid| errno(STRONG, libc::SYS_prlimit64, [pid, 0, 0, 0, 0, 0]);
        assert_eq!(prlimit(1), Some(libc::EPERM));
        assert_eq!([0, 2, 7, 300].map(prlimit), [None; 4]);
        let setpriority = |pid| errno(STRONG, libc::SYS_setpriority, [0, pid, 19, 0, 0, 0]);
        assert_eq!([0, 1, 7].map(setpriority), [None, Some(libc::EPERM), None]);
    }

    #[test]
    fn every_request_of_the_list_is_refused_and_no_other() {
        let ioctl = |request| errno(STRONG, libc::SYS_ioctl, [0, request, 0, 0, 0, 0]);
        for &request in REQUESTS {
            assert_eq!(ioctl(request), Some(libc::EPERM), "{request:#x}");
            assert_eq!(ioctl(request + 1), None, "{request:#x}");
        }
    }

    #[test]
    fn shared_memory_without_a_file_is_refused_where_nobody_counts_it() {
        let (shared, private, anonymous) = (
            libc::MAP_SHARED.cast_unsigned(),
            libc::MAP_PRIVATE.cast_unsigned(),
            libc::MAP_ANONYMOUS.cast_unsigned(),
        );
        let mmap = |needs, flags| errno(needs, libc::SYS_mmap, [0, 9, 3, flags, 0, 0]);
        assert_eq!(mmap(WEAK, shared | anonymous), Some(libc::EPERM));
        assert_eq!(mmap(WEAK, private | anonymous), None);
        assert_eq!(mmap(WEAK, shared), None);
        assert_eq!(mmap(STRONG, shared | anonymous), None);
    }

    #[test]
    fn calls_of_another_architecture_end_the_program() {
        assert_eq!(
            run(&filter(STRONG), 0x4000_0003, 1, [0; 6]),
            libc::SECCOMP_RET_KILL_PROCESS
        );
    }
}
