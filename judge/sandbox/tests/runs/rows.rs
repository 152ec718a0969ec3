//! The programs and what has to be seen of them.

use std::time::Duration;

use sandbox::{Exit, Limits, Reason, Signal};

use super::{KILLED, Row, Source, ensure};

const MS: fn(u64) -> Option<Duration> = |count| Some(Duration::from_millis(count));
const UNLIMITED: fn(&mut Limits) = |_| {};

pub(crate) const ROWS: &[Row] = &[
    Row {
        name: "a_cpu_loop_ends_by_cpu_time",
        source: Source::Sh("while :; do :; done"),
        limits: |limits| limits.cpu = MS(500),
        exit: Some(KILLED),
        reason: Some(Reason::Cpu),
        check: |seen| {
            let cpu = seen.execution.cpu.as_millis();
            ensure((500..=2500).contains(&cpu), "cpu time is far off")
        },
    },
    Row {
        name: "children_count_towards_cpu_time",
        source: Source::Sh("(while :; do :; done) & (while :; do :; done) & wait"),
        limits: |limits| limits.cpu = MS(600),
        exit: Some(KILLED),
        reason: Some(Reason::Cpu),
        check: |seen| {
            let cpu = seen.execution.cpu.as_millis();
            ensure((600..=3000).contains(&cpu), "cpu time is far off")
        },
    },
    Row {
        name: "cpu_time_of_orphans_counts",
        source: Source::Sh("(sh -c 'while :; do :; done' &) ; sleep 30"),
        limits: |limits| limits.cpu = MS(400),
        exit: Some(KILLED),
        reason: Some(Reason::Cpu),
        check: |seen| ensure(seen.execution.cpu.as_millis() >= 400, "cpu time is missing"),
    },
    Row {
        name: "a_sleeper_ends_by_wall_time",
        source: Source::Sh("exec sleep 30"),
        limits: |limits| limits.wall = MS(300),
        exit: Some(KILLED),
        reason: Some(Reason::Wall),
        check: |seen| {
            ensure(
                seen.execution.wall.as_millis() >= 300 && seen.took.as_secs() < 10,
                "the wall is far off",
            )
        },
    },
    Row {
        name: "output_before_a_hang_is_kept",
        source: Source::Sh("echo before; exec sleep 30"),
        limits: |limits| limits.wall = MS(500),
        exit: Some(KILLED),
        reason: Some(Reason::Wall),
        check: |seen| ensure(seen.output == b"before\n", "the output is lost"),
    },
    Row {
        name: "ignoring_signals_does_not_help",
        source: Source::Sh("trap '' TERM INT HUP XCPU; while :; do sleep 1; done"),
        limits: |limits| limits.wall = MS(300),
        exit: Some(KILLED),
        reason: Some(Reason::Wall),
        check: |seen| ensure(seen.took.as_secs() < 10, "it took long"),
    },
    Row {
        name: "stopping_itself_does_not_help",
        source: Source::Sh("kill -STOP $$"),
        limits: |limits| limits.wall = MS(300),
        exit: Some(KILLED),
        reason: Some(Reason::Wall),
        check: |seen| ensure(seen.took.as_secs() < 10, "it took long"),
    },
    Row {
        name: "a_grandchild_that_holds_the_pipe_is_not_waited_for",
        source: Source::Sh("echo main; (sh -c 'sleep 30; echo late' &); exit 7"),
        limits: UNLIMITED,
        exit: Some(Exit::Code(7)),
        reason: None,
        check: |seen| {
            ensure(
                seen.output == b"main\n" && seen.took.as_secs() < 2,
                "it was waited for",
            )
        },
    },
    Row {
        name: "a_writer_that_lives_on_is_not_waited_for",
        source: Source::Sh("(yes >&2 &); echo main; exit 3"),
        limits: UNLIMITED,
        exit: Some(Exit::Code(3)),
        reason: None,
        check: |seen| {
            ensure(
                seen.output == b"main\n" && seen.took.as_secs() < 2,
                "it was waited for",
            )
        },
    },
    Row {
        name: "a_flood_of_output_is_cut_at_the_limit",
        source: Source::Sh("exec head -c 1000000000 /dev/zero"),
        limits: |limits| limits.output = 1_234_567,
        exit: Some(KILLED),
        reason: Some(Reason::Output),
        check: |seen| ensure(seen.output.len() == 1_234_567, "it was cut elsewhere"),
    },
    Row {
        name: "output_of_exactly_the_limit_is_allowed",
        source: Source::Sh("exec head -c 200000 /dev/zero"),
        limits: |limits| limits.output = 200_000,
        exit: Some(Exit::Code(0)),
        reason: None,
        check: |seen| ensure(seen.output.len() == 200_000, "some is lost"),
    },
    Row {
        name: "one_byte_over_the_limit_is_seen_after_the_end_too",
        source: Source::Sh("printf 12345"),
        limits: |limits| limits.output = 4,
        exit: None,
        reason: Some(Reason::Output),
        check: |seen| ensure(seen.output == b"1234", "it was cut elsewhere"),
    },
    Row {
        name: "a_flood_of_standard_error_never_blocks",
        source: Source::Sh("head -c 1000000000 /dev/zero >&2; echo done"),
        limits: |limits| limits.stderr = 1000,
        exit: Some(Exit::Code(0)),
        reason: None,
        check: |seen| {
            let kept = seen.execution.stderr.len();
            ensure(
                seen.output == b"done\n" && kept == 1000 && seen.execution.stderr_truncated,
                "it was not drained",
            )
        },
    },
    Row {
        name: "a_flood_of_standard_error_ends_at_what_is_allowed",
        source: Source::Sh("exec cat /dev/zero >&2"),
        limits: |limits| {
            limits.stderr = 10;
            limits.stderr_allowed = Some(1000);
        },
        exit: Some(KILLED),
        reason: Some(Reason::Stderr),
        check: |seen| ensure(seen.execution.stderr == [0; 10], "it was cut elsewhere"),
    },
    Row {
        name: "one_byte_over_what_is_allowed_is_seen_after_the_end_too",
        source: Source::Sh("printf 12345 >&2"),
        limits: |limits| limits.stderr_allowed = Some(4),
        exit: None,
        reason: Some(Reason::Stderr),
        check: |seen| ensure(seen.execution.stderr == b"12345", "it was cut"),
    },
    Row {
        name: "as_much_standard_error_as_is_allowed_is_no_fault",
        source: Source::Sh("printf 12345 >&2"),
        limits: |limits| limits.stderr_allowed = Some(5),
        exit: Some(Exit::Code(0)),
        reason: None,
        check: |seen| ensure(seen.execution.stderr == b"12345", "it was cut"),
    },
    Row {
        name: "standard_error_of_exactly_the_limit_is_whole",
        source: Source::Sh("printf 12345 >&2"),
        limits: |limits| limits.stderr = 5,
        exit: Some(Exit::Code(0)),
        reason: None,
        check: |seen| {
            ensure(
                seen.execution.stderr == b"12345" && !seen.execution.stderr_truncated,
                "it was cut",
            )
        },
    },
    Row {
        name: "a_program_without_streams_still_ends",
        source: Source::Sh("echo said; exec <&- >&- 2>&-; sleep 0.2; exit 5"),
        limits: UNLIMITED,
        exit: Some(Exit::Code(5)),
        reason: None,
        check: |seen| {
            // The loop must not spin on the closed pipes either: that shows as an early end.
            ensure(
                seen.output == b"said\n" && seen.execution.wall.as_millis() >= 200,
                "it was not followed to its end",
            )
        },
    },
    Row {
        name: "the_exit_code_is_the_programs",
        source: Source::Sh("exit 255"),
        limits: UNLIMITED,
        exit: Some(Exit::Code(255)),
        reason: None,
        check: |seen| {
            ensure(
                seen.execution.exit.to_string() == "exit code 255",
                "it is not shown",
            )
        },
    },
    Row {
        name: "exit_code_127_is_no_error_of_the_sandbox",
        source: Source::Sh("exit 127"),
        limits: UNLIMITED,
        exit: Some(Exit::Code(127)),
        reason: None,
        check: |seen| ensure(seen.output.is_empty(), "nothing was printed"),
    },
    Row {
        name: "a_crash_has_the_name_of_its_signal",
        source: Source::Sh("kill -SEGV $$"),
        limits: UNLIMITED,
        exit: Some(Exit::Signal(Signal(libc::SIGSEGV))),
        reason: None,
        check: |seen| {
            ensure(
                seen.execution.exit.to_string() == "SIGSEGV",
                "it is not named",
            )
        },
    },
    Row {
        name: "a_signal_raised_by_itself_is_no_limit",
        source: Source::Sh("kill -XCPU $$"),
        limits: |limits| limits.cpu = MS(5000),
        exit: Some(Exit::Signal(Signal(libc::SIGXCPU))),
        reason: None,
        check: |seen| {
            ensure(
                seen.execution.exit.to_string() == "SIGXCPU",
                "it is not named",
            )
        },
    },
    Row {
        name: "a_real_time_signal_has_a_number",
        source: Source::Sh("kill -40 $$"),
        limits: UNLIMITED,
        exit: Some(Exit::Signal(Signal(40))),
        reason: None,
        check: |seen| {
            ensure(
                seen.execution.exit.to_string() == "signal 40",
                "it is not shown",
            )
        },
    },
    Row {
        name: "a_closed_pipe_ends_a_writer_as_usual",
        source: Source::C(
            "#include <signal.h>\nint main(){struct sigaction a; sigaction(SIGPIPE,0,&a); return a.sa_handler==SIG_DFL?0:1;}",
        ),
        limits: UNLIMITED,
        exit: Some(Exit::Code(0)),
        reason: None,
        check: |seen| ensure(seen.output.is_empty(), "nothing was printed"),
    },
    Row {
        name: "no_signal_is_blocked",
        source: Source::C(
            "#include <signal.h>\nint main(){sigset_t s; sigprocmask(0,0,&s); for(int i=1;i<65;i++) if(sigismember(&s,i)==1) return i; return 0;}",
        ),
        limits: UNLIMITED,
        exit: Some(Exit::Code(0)),
        reason: None,
        check: |seen| ensure(seen.output.is_empty(), "nothing was printed"),
    },
    Row {
        name: "abort_is_sigabrt",
        source: Source::C("#include <stdlib.h>\nint main(){abort();}"),
        limits: UNLIMITED,
        exit: Some(Exit::Signal(Signal(libc::SIGABRT))),
        reason: None,
        check: |seen| {
            ensure(
                seen.execution.exit.to_string() == "SIGABRT",
                "it is not named",
            )
        },
    },
    Row {
        name: "a_memory_hog_ends_by_memory",
        source: Source::C(HOG),
        limits: |limits| limits.memory = Some(100 << 20),
        exit: Some(KILLED),
        reason: Some(Reason::Memory),
        check: |seen| {
            ensure(
                seen.execution.memory > 100 << 20,
                "the peak is below the limit",
            )
        },
    },
    Row {
        name: "memory_of_children_counts_together",
        source: Source::C(TWO_HOGS),
        limits: |limits| limits.memory = Some(150 << 20),
        exit: Some(KILLED),
        reason: Some(Reason::Memory),
        check: |seen| {
            ensure(
                seen.execution.memory > 150 << 20,
                "the peak is below the limit",
            )
        },
    },
    Row {
        name: "memory_shared_by_children_counts_once",
        source: Source::C(SHARED),
        limits: |limits| limits.memory = Some(200 << 20),
        exit: Some(Exit::Code(0)),
        reason: None,
        check: |seen| {
            ensure(
                (100 << 20..150 << 20).contains(&seen.execution.memory),
                "the peak is far off",
            )
        },
    },
    Row {
        name: "children_that_come_and_go_are_not_counted_twice",
        source: Source::C(COME_AND_GO),
        limits: |limits| limits.memory = Some(150 << 20),
        exit: Some(Exit::Code(0)),
        reason: None,
        check: |seen| {
            ensure(
                (100 << 20..150 << 20).contains(&seen.execution.memory),
                "the peak is far off",
            )
        },
    },
    Row {
        name: "a_short_peak_of_memory_is_measured",
        // Too fast to be caught by looking; the system's own figure tells, which it can do because the peak is above
        // the 300 MB that another test makes this process hold.
        source: Source::C(
            "#include <stdlib.h>\n#include <string.h>\nint main(){size_t n=400<<20; volatile char*p=malloc(n); memset((void*)p,1,n); return p[n/2]-1;}",
        ),
        limits: |limits| limits.memory = Some(1 << 30),
        exit: Some(Exit::Code(0)),
        reason: None,
        check: |seen| {
            ensure(
                (400 << 20..430 << 20).contains(&seen.execution.memory),
                "the peak is far off",
            )
        },
    },
    Row {
        name: "memory_reserved_and_not_touched_is_free",
        source: Source::C(
            "#include <sys/mman.h>\nint main(){return mmap(0,8UL<<30,PROT_READ|PROT_WRITE,MAP_PRIVATE|MAP_ANONYMOUS|MAP_NORESERVE,-1,0)==MAP_FAILED;}",
        ),
        limits: |limits| limits.memory = Some(64 << 20),
        exit: Some(Exit::Code(0)),
        reason: None,
        check: |seen| ensure(seen.execution.memory < 30 << 20, "the peak is far off"),
    },
    Row {
        name: "deep_recursion_is_fine",
        source: Source::C(
            "int f(int n){volatile char a[1000]; a[0]=n; return n==0?0:f(n-1)+a[0]-a[0];}\nint main(){return f(100000);}",
        ),
        limits: |limits| limits.memory = Some(256 << 20),
        exit: Some(Exit::Code(0)),
        reason: None,
        check: |seen| ensure(seen.output.is_empty(), "nothing was printed"),
    },
    Row {
        name: "a_file_over_its_limit_ends_the_writer",
        source: Source::Sh("exec head -c 3000000 /dev/zero > file"),
        limits: |limits| limits.file_size = Some(1_000_000),
        exit: Some(Exit::Signal(Signal(libc::SIGXFSZ))),
        reason: None,
        check: |seen| ensure(seen.output.is_empty(), "nothing was printed"),
    },
    Row {
        name: "no_core_is_dumped",
        source: Source::Sh("sh -c 'kill -QUIT $$'; ls -A; ulimit -c"),
        limits: UNLIMITED,
        exit: Some(Exit::Code(0)),
        reason: None,
        check: |seen| ensure(seen.output == b"0\n", "something was dumped"),
    },
    Row {
        name: "it_leads_its_own_session",
        source: Source::C(
            "#include <unistd.h>\nint main(){return getsid(0)==getpid()&&getpgid(0)==getpid()?0:1;}",
        ),
        limits: UNLIMITED,
        exit: Some(Exit::Code(0)),
        reason: None,
        check: |seen| ensure(seen.output.is_empty(), "nothing was printed"),
    },
];

/// Touches up to 600 MB in small steps, then waits to be caught.
const HOG: &str = "#include <stdlib.h>
#include <string.h>
#include <unistd.h>
int main(){for(int i=0;i<600;i++){volatile char*p=malloc(1<<20); memset((char*)p,1,1<<20); p[9]; usleep(500);} sleep(20); return 0;}";

/// Two processes of 100 MB each.
const TWO_HOGS: &str = "#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <sys/wait.h>
int main(){int i; for(i=0;i<2;i++) if(fork()==0){volatile char*p=malloc(100<<20); memset((char*)p,1,100<<20); p[9]; sleep(20); _exit(0);}
while(wait(0)>0); return 0;}";

/// Four children that share the 100 MB of their parent.
const SHARED: &str = "#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <sys/wait.h>
int main(){char*p=malloc(100<<20); memset(p,1,100<<20); int i; for(i=0;i<4;i++) if(fork()==0){usleep(300000); _exit(p[i]-1);}
int s,bad=0; while(wait(&s)>0) bad|=s; return bad!=0;}";

/// The same with children that end and are replaced all the time, while somebody adds up what each of them holds.
const COME_AND_GO: &str = "#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <sys/wait.h>
int main(){char*p=malloc(100<<20); memset(p,1,100<<20); int i,k; for(k=0;k<16;k++){
for(i=0;i<6;i++) if(fork()==0){usleep(i*4000); _exit(p[i]-1);} while(wait(0)>0);} return 0;}";
