//! The calls that are forbidden, and when.

use libc::c_long;

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
pub(super) enum When {
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
pub(super) type Rule = (u32, When, i32);

const NEW_NAMESPACES: u32 = (libc::CLONE_NEWUSER
    | libc::CLONE_NEWNS
    | libc::CLONE_NEWPID
    | libc::CLONE_NEWNET
    | libc::CLONE_NEWIPC
    | libc::CLONE_NEWUTS
    | libc::CLONE_NEWCGROUP)
    .cast_unsigned();

/// Never needed, by the launcher neither: it forbids them itself once, and programs inherit that at no cost.
pub(super) const STANDING: &[c_long] = &[
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
pub(super) const REQUESTS: &[u32] = &[
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

/// What a process may use, and when it may run: the first argument says which process.
const LIMITS: [c_long; 5] = [
    libc::SYS_prlimit64,
    libc::SYS_sched_setaffinity,
    libc::SYS_sched_setscheduler,
    libc::SYS_sched_setparam,
    libc::SYS_sched_setattr,
];

/// The rules of one program, by the number of the call.
pub(super) fn rules(needs: Needs) -> Vec<Rule> {
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
