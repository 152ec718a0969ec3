//! Seccomp: the system calls that no solution needs and that would widen what it can reach.
//!
//! Everything else is allowed: a list of what is allowed would have to know every language's runtime. A forbidden call
//! fails with an error as if the system did not have it, so that an honest program can go on without.
//!
//! The filter is a binary search over the numbers: the kernel evaluates it once for every call when it is installed
//! (to remember those always allowed), and that is most of its cost.

use libc::{c_long, sock_filter};

/// What the filter has to make up for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Needs {
    /// No namespaces: the machine's other processes, sockets and files' attributes are in reach.
    pub(crate) exposed: bool,
    /// Whether other processes may be started; threads always may.
    pub(crate) may_fork: bool,
    /// No group counts memory that belongs to no process.
    pub(crate) uncounted: bool,
    /// Whether files made by the program may be given rights, as linkers do.
    pub(crate) may_change_modes: bool,
    /// The number of the process itself.
    pub(crate) own: u32,
}

/// When a call is forbidden. Arguments are looked at by their lower half, which holds all that matters here.
enum When {
    Always,
    /// The argument with this index has one of these values.
    Is(u8, &'static [u32]),
    /// It has none of these values.
    IsNot(u8, [u32; 2]),
    /// It has all of these bits.
    Has(u8, u32),
    /// The first argument has one of the first bits, or none of the second.
    Flags(u32, Option<u32>),
}

/// A call, when it is forbidden, and the error it then fails with.
type Rule = (u32, When, i32);

const NEW_NAMESPACES: u32 = (libc::CLONE_NEWUSER
    | libc::CLONE_NEWNS
    | libc::CLONE_NEWPID
    | libc::CLONE_NEWNET
    | libc::CLONE_NEWIPC
    | libc::CLONE_NEWUTS
    | libc::CLONE_NEWCGROUP)
    .cast_unsigned();

/// Never needed, by the launcher neither: it forbids them itself once, and programs inherit that at no cost.
const STANDING: &[c_long] = &[
    // other processes
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_process_madvise,
    libc::SYS_process_mrelease,
    libc::SYS_pidfd_getfd,
    libc::SYS_kcmp,
    libc::SYS_move_pages,
    libc::SYS_migrate_pages,
    // file systems
    libc::SYS_quotactl,
    libc::SYS_quotactl_fd,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_name_to_handle_at,
    libc::SYS_open_by_handle_at,
    libc::SYS_fanotify_init,
    libc::SYS_fanotify_mark,
    // large and young parts of the kernel
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_userfaultfd,
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    libc::SYS_keyctl,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_memfd_secret,
    // the machine
    libc::SYS_reboot,
    libc::SYS_kexec_load,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_acct,
    libc::SYS_syslog,
    libc::SYS_settimeofday,
    libc::SYS_clock_settime,
    libc::SYS_clock_adjtime,
    libc::SYS_adjtimex,
    libc::SYS_sethostname,
    libc::SYS_setdomainname,
    libc::SYS_vhangup,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_kexec_file_load,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_iopl,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_ioperm,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_modify_ldt,
];

/// Never needed by a program; the launcher lives on them.
const MOUNTS: &[c_long] = &[
    libc::SYS_unshare,
    libc::SYS_setns,
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_open_tree,
    libc::SYS_move_mount,
    libc::SYS_fsopen,
    libc::SYS_fsconfig,
    libc::SYS_fsmount,
    libc::SYS_fspick,
    libc::SYS_mount_setattr,
    SYS_OPEN_TREE_ATTR,
];

/// Not needed, and harmless where namespaces keep others out of reach.
const EXPOSED: &[c_long] = &[
    libc::SYS_socket,
    // One of a pair of sockets could be given a name, call others, and be sent through itself.
    libc::SYS_bind,
    libc::SYS_connect,
    libc::SYS_listen,
    libc::SYS_sendmsg,
    libc::SYS_sendmmsg,
    libc::SYS_kill,
    libc::SYS_tkill,
    libc::SYS_rt_sigqueueinfo,
    libc::SYS_rt_tgsigqueueinfo,
    libc::SYS_pidfd_send_signal,
    libc::SYS_pidfd_open,
    libc::SYS_shmget,
    libc::SYS_semget,
    libc::SYS_msgget,
    libc::SYS_mq_open,
    libc::SYS_mq_unlink,
    libc::SYS_setxattr,
    libc::SYS_lsetxattr,
    libc::SYS_fsetxattr,
    libc::SYS_removexattr,
    libc::SYS_lremovexattr,
    libc::SYS_fremovexattr,
    SYS_SETXATTRAT,
    SYS_REMOVEXATTRAT,
    SYS_FILE_SETATTR,
    libc::SYS_ioprio_set,
];

/// What changes the attributes of files by their path, which Landlock does not see.
const MODES: &[c_long] = &[
    libc::SYS_fchmod,
    libc::SYS_fchmodat,
    SYS_FCHMODAT2,
    libc::SYS_fchown,
    libc::SYS_fchownat,
    libc::SYS_utimensat,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_chmod,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_chown,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_lchown,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_utime,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_utimes,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_futimesat,
];

/// Memory that no process has, and no limit of the system bounds.
const SHARED: &[c_long] = &[libc::SYS_shmget, libc::SYS_msgget, libc::SYS_semget];

/// The same numbers on every architecture.
const SYS_FCHMODAT2: c_long = 452;
const SYS_SETXATTRAT: c_long = 463;
const SYS_REMOVEXATTRAT: c_long = 466;
const SYS_OPEN_TREE_ATTR: c_long = 467;
const SYS_FILE_SETATTR: c_long = 469;

/// Requests of `ioctl`, the same on both architectures.
const REQUESTS: &[u32] = &[
    // They type into a terminal (TIOCSTI, TIOCLINUX). None is given, but one might be found.
    0x5412,
    0x541C,
    // They change the attributes of a file that is open for reading only: FS_IOC_SETFLAGS, FS_IOC_SETVERSION, each also
    // in 32 bits, FS_IOC_FSSETXATTR, FS_IOC_SET_ENCRYPTION_POLICY, FS_IOC_ENABLE_VERITY.
    0x4008_6602,
    0x4004_6602,
    0x4008_7602,
    0x4004_7602,
    0x401C_5820,
    0x800C_6613,
    0x4080_6685,
];

/// The first process of a run, which is the sandbox's own.
const FIRST: &[u32] = &[1];

#[cfg(target_arch = "x86_64")]
const ARCHITECTURE: u32 = 0xC000_003E;
#[cfg(target_arch = "aarch64")]
const ARCHITECTURE: u32 = 0xC000_00B7;
/// No other is known to the table of calls.
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
const ARCHITECTURE: u32 = 0;

/// What a process may use, and when it may run: the first argument says which process.
const LIMITS: [c_long; 5] = [
    libc::SYS_prlimit64,
    libc::SYS_sched_setaffinity,
    libc::SYS_sched_setscheduler,
    libc::SYS_sched_setparam,
    libc::SYS_sched_setattr,
];

fn rules(needs: Needs) -> Vec<Rule> {
    let mut rules: Vec<(c_long, When, i32)> = Vec::with_capacity(128);
    let forbid = |rules: &mut Vec<(c_long, When, i32)>, calls: &[c_long], error: i32| {
        rules.extend(calls.iter().map(|&call| (call, When::Always, error)));
    };
    forbid(&mut rules, MOUNTS, libc::EPERM);
    // Its flags lie in memory, where no filter can look; the C library falls back to clone.
    forbid(&mut rules, &[libc::SYS_clone3], libc::ENOSYS);
    if needs.exposed {
        forbid(&mut rules, EXPOSED, libc::EPERM);
        if !needs.may_change_modes {
            forbid(&mut rules, MODES, libc::EPERM);
        }
    }
    if needs.uncounted {
        forbid(&mut rules, &[libc::SYS_memfd_create], libc::ENOSYS);
        if !needs.exposed {
            forbid(&mut rules, SHARED, libc::ENOSYS);
        }
        // What a process gives back of it stays, and belongs to no process then.
        let shared = (libc::MAP_SHARED | libc::MAP_ANONYMOUS).cast_unsigned();
        rules.push((libc::SYS_mmap, When::Has(3, shared), libc::EPERM));
    }
    #[cfg(target_arch = "x86_64")]
    if !needs.may_fork {
        forbid(&mut rules, &[libc::SYS_fork, libc::SYS_vfork], libc::EAGAIN);
    }
    let thread = (!needs.may_fork).then_some(libc::CLONE_THREAD.cast_unsigned());
    rules.push((
        libc::SYS_clone,
        When::Flags(NEW_NAMESPACES, thread),
        if needs.may_fork {
            libc::EPERM
        } else {
            libc::EAGAIN
        },
    ));
    rules.push((libc::SYS_ioctl, When::Is(1, REQUESTS), libc::EPERM));
    let local = [libc::AF_UNIX.cast_unsigned(); 2];
    rules.push((libc::SYS_socketpair, When::IsNot(0, local), libc::EACCES));
    if needs.exposed {
        // raise() and abort() name the process itself; limits and priorities may also name 0.
        let own = [0, needs.own];
        rules.push((libc::SYS_tgkill, When::IsNot(0, own), libc::EPERM));
        for call in LIMITS {
            rules.push((call, When::IsNot(0, own), libc::EPERM));
        }
        rules.push((libc::SYS_setpriority, When::IsNot(1, own), libc::EPERM));
        // Without an address it goes to the other one of a pair.
        rules.push((libc::SYS_sendto, When::IsNot(5, [0; 2]), libc::EPERM));
    } else {
        for call in LIMITS {
            rules.push((call, When::Is(0, FIRST), libc::EPERM));
        }
        for call in [libc::SYS_setpriority, libc::SYS_ioprio_set] {
            rules.push((call, When::Is(1, FIRST), libc::EPERM));
        }
        rules.push((libc::SYS_socket, When::IsNot(0, local), libc::EACCES));
    }
    let mut rules: Vec<Rule> = rules
        .into_iter()
        .filter_map(|(call, when, error)| Some((u32::try_from(call).ok()?, when, error)))
        .collect();
    rules.sort_by_key(|(call, ..)| *call);
    rules
}

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
