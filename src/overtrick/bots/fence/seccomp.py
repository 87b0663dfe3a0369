"""The system calls that a fenced program may not make, and the filter that refuses them.

A list of what is forbidden, not of what is allowed: a bot may be written in any language.
The filter is shipped as a small BPF program per architecture, because libseccomp is not
everywhere; ``python -m overtrick.bots.fence.seccomp`` writes these files anew, and a test compares.
"""

import errno
import platform
import signal
import tempfile
from functools import cache
from pathlib import Path

MACHINES = ("x86_64", "aarch64")
PLACES = ("box", "workshop")
"""A workshop is a compiler's box: it has files of its own to write, and zig locks them."""

FORBIDDEN = {
    "looking into other processes": (
        "ptrace process_vm_readv process_vm_writev kcmp process_madvise process_mrelease pidfd_getfd perf_event_open"
        " migrate_pages move_pages"
    ),
    "the pace of others, for they name users and groups too": "setpriority ioprio_set",
    "timers, which may send SIGCONT": "timer_create",
    "large and young parts of the kernel": "bpf userfaultfd io_uring_setup io_uring_enter io_uring_register",
    "keys, which outlive a process": "keyctl add_key request_key",
    "mounts": (
        "mount umount2 pivot_root chroot move_mount open_tree fsopen fsconfig fsmount fspick mount_setattr quotactl"
        " quotactl_fd"
    ),
    "namespaces": "unshare setns",
    "the machine itself": (
        "init_module finit_module delete_module kexec_load kexec_file_load reboot swapon swapoff acct syslog"
        " settimeofday clock_settime clock_adjtime adjtimex sethostname setdomainname vhangup"
    ),
    "files by handle, and watching files": (
        "name_to_handle_at open_by_handle_at fanotify_init fanotify_mark inotify_init inotify_init1 inotify_add_watch"
        " inotify_rm_watch"
    ),
    "memory and messages that outlive a process": (
        "msgget msgsnd msgrcv msgctl semget semop semtimedop semctl shmget shmat shmdt shmctl"
        " mq_open mq_unlink mq_timedsend mq_timedreceive mq_notify mq_getsetattr memfd_secret"
    ),
    "old doors of the processor": "iopl ioperm modify_ldt personality",
    "leaving the process group, by which a box is stopped between turns": "setsid setpgid",
    "filters of its own": "seccomp",
    "networks": (
        "socket socketpair bind connect listen accept accept4 sendto recvfrom sendmsg recvmsg sendmmsg recvmmsg"
        " shutdown getsockopt setsockopt getsockname getpeername"
    ),
}

NAMING_A_PROCESS = "prlimit64 sched_setaffinity sched_setscheduler sched_setparam sched_setattr"
"""What may be done to oneself, process 0, but not to others: the agent has the same user as the program."""

LOCKS = "flock"
"""Locks, by which two boxes could talk; with the commands of fcntl below."""

CLONE_NEW_FLAGS = (0x00020000, 0x02000000, 0x04000000, 0x08000000, 0x10000000, 0x20000000, 0x40000000)
"""mount, cgroup, uts, ipc, user, pid, net."""

LOCKING_FCNTL = (5, 6, 7, 36, 37, 38, 1024, 1025, 1026)
"""F_GETLK, F_SETLK, F_SETLKW, their open-file kin, F_SETLEASE, F_GETLEASE, F_NOTIFY."""

SIGNALLING_FCNTL = (8, 10, 15)
"""F_SETOWN, F_SETSIG, F_SETOWN_EX, by which a pipe sends any signal to anybody."""

EXIT_SIGNAL = 0xFF
"""The part of clone's flags that says how a parent is told of its child's end."""

PR_SET_PDEATHSIG, PR_SCHED_CORE = 1, 62
"""How a child is told of its parent's end; and who may use the other half of a core."""

TERMINAL_IOCTL = (0x5412, 0x541C)
"""TIOCSTI and TIOCLINUX, which type into a terminal."""

LOW_32_BITS = 0xFFFFFFFF


@cache
def seccomp_filter(place: str) -> bytes | None:
    """Return the filter of a box or a workshop for this machine, or None where there is none."""
    path = blob_path(place, platform.machine())
    return path.read_bytes() if path.exists() else None


def blob_path(place: str, machine: str) -> Path:
    """Return where the filter for an architecture is shipped."""
    return Path(__file__).with_name(f"seccomp_{place}_{machine}.bpf")


def build(place: str, machine: str) -> bytes:
    """Return the filter made anew by libseccomp."""
    import pyseccomp as scmp

    rules = scmp.SyscallFilter(scmp.ALLOW)
    arch = {"x86_64": scmp.Arch.X86_64, "aarch64": scmp.Arch.AARCH64}[machine]
    if arch != scmp.system_arch():
        rules.add_arch(arch)
        rules.remove_arch(scmp.system_arch())
    rules.set_attr(scmp.Attr.ACT_BADARCH, scmp.KILL_PROCESS)
    refuse = scmp.ERRNO(errno.EPERM)
    for names in FORBIDDEN.values():
        for name in names.split():
            rules.add_rule(refuse, name)
    # As not implemented: glibc then falls back to clone, whose flags a filter can read.
    rules.add_rule(scmp.ERRNO(errno.ENOSYS), "clone3")
    for flag in CLONE_NEW_FLAGS:
        rules.add_rule(refuse, "clone", scmp.Arg(0, scmp.MASKED_EQ, flag, flag))
    for name in NAMING_A_PROCESS.split():
        rules.add_rule(refuse, name, scmp.Arg(0, scmp.NE, 0))
    # Between its turns a program stands by SIGSTOP, so nothing in it may have the kernel send SIGCONT later on.
    rules.add_rule(refuse, "clone", scmp.Arg(0, scmp.MASKED_EQ, EXIT_SIGNAL, signal.SIGCONT))
    # The kernel reads 32 bits of these arguments: an equality of all 64 would be passed by setting bit 32.
    parents_end = scmp.Arg(0, scmp.MASKED_EQ, LOW_32_BITS, PR_SET_PDEATHSIG)
    rules.add_rule(refuse, "prctl", parents_end, scmp.Arg(1, scmp.MASKED_EQ, LOW_32_BITS, signal.SIGCONT))
    rules.add_rule(refuse, "prctl", scmp.Arg(0, scmp.MASKED_EQ, LOW_32_BITS, PR_SCHED_CORE))
    for command in SIGNALLING_FCNTL:
        rules.add_rule(refuse, "fcntl", scmp.Arg(1, scmp.MASKED_EQ, LOW_32_BITS, command))
    if place == "box":
        rules.add_rule(refuse, LOCKS)
    for command in LOCKING_FCNTL if place == "box" else ():
        rules.add_rule(refuse, "fcntl", scmp.Arg(1, scmp.MASKED_EQ, LOW_32_BITS, command))
    for command in TERMINAL_IOCTL:
        rules.add_rule(refuse, "ioctl", scmp.Arg(1, scmp.MASKED_EQ, LOW_32_BITS, command))
    with tempfile.TemporaryFile() as file:
        rules.export_bpf(file)
        file.seek(0)
        return file.read()


if __name__ == "__main__":
    for place in PLACES:
        for machine in MACHINES:
            blob_path(place, machine).write_bytes(build(place, machine))
