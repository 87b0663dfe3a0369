"""The system calls that a fenced program may make, and the filter that refuses all others.

A list of what C, Python, Node, Java, Go and Rust programs need, and nothing by which one box could tell another, or
one turn the next, anything: no state of the kernel that both could reach. What is not on the list is *not implemented*
(ENOSYS), an answer that every runtime knows from older kernels and has another way for.
The filter is shipped as a small BPF program per architecture, because libseccomp is not
everywhere; ``python -m overtrick.bots.fence.seccomp`` writes these files anew, and a test compares.
"""

import errno
import platform
import signal
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

MACHINES = ("x86_64", "aarch64")
PLACES = ("box", "workshop", "room")
"""A workshop is a compiler's box: it has files of its own to write, and zig locks them. A room is for whoever makes
bots: there all calls may be made but those of ``NOT_IN_A_ROOM``."""

ALLOWED = {
    "what is open": (
        "read write readv writev pread64 pwrite64 preadv pwritev lseek close close_range dup dup2 dup3 pipe pipe2"
        " poll ppoll select pselect6 epoll_create epoll_create1 epoll_ctl epoll_wait epoll_pwait epoll_pwait2"
        " eventfd eventfd2 signalfd signalfd4 timerfd_create timerfd_settime timerfd_gettime"
    ),
    "files, which are there to be read": (
        "open openat openat2 stat lstat fstat newfstatat statx access faccessat faccessat2 readlink readlinkat"
        " getdents getdents64 getcwd chdir fchdir umask"
    ),
    "memory of one's own": "brk mmap munmap mprotect mremap msync membarrier memfd_create ftruncate fallocate",
    "processes and threads": (
        "fork vfork execve execveat exit exit_group wait4 waitid futex futex_waitv set_tid_address set_robust_list"
        " get_robust_list rseq arch_prctl restart_syscall pidfd_open"
    ),
    "signals": (
        "kill tkill tgkill rt_sigqueueinfo rt_tgsigqueueinfo pidfd_send_signal rt_sigaction rt_sigprocmask"
        " rt_sigpending rt_sigreturn rt_sigsuspend rt_sigtimedwait sigaltstack pause"
    ),
    "the time, and waiting for it": (
        "clock_gettime clock_getres clock_nanosleep nanosleep gettimeofday time times alarm getitimer setitimer"
    ),
    "who and where one is": (
        "getpid getppid gettid getpgrp getpgid getsid getuid geteuid getgid getegid getresuid getresgid getgroups"
        " capget uname getcpu getrandom"
    ),
    "its pace and its limits": (
        "sched_yield sched_getaffinity sched_getparam sched_getscheduler sched_getattr sched_get_priority_max"
        " sched_get_priority_min sched_rr_get_interval getpriority getrlimit setrlimit getrusage"
    ),
    "what our agent needs, which is under this filter too": "sendmsg recvmsg setpgid",
}
"""A program has no socket to send by, and one that lives longer than a turn may not leave its group: agent_start.c."""

IN_A_WORKSHOP = (
    "creat mkdir mkdirat mknod mknodat unlink unlinkat rmdir rename renameat renameat2 link linkat symlink symlinkat"
    " chmod fchmod fchmodat fchmodat2 chown fchown lchown fchownat utime utimes futimesat utimensat truncate flock"
    " fsync fdatasync sendfile copy_file_range statfs fstatfs fadvise64"
)
"""What a compiler does to the files of its own folder in memory, which ends with it."""

NOT_IN_A_ROOM = (
    "io_uring_setup io_uring_enter io_uring_register bpf userfaultfd perf_event_open add_key keyctl request_key"
    " kexec_load kexec_file_load init_module finit_module delete_module open_by_handle_at fanotify_init quotactl"
    " acct swapon swapoff reboot syslog iopl ioperm uselib lookup_dcookie kcmp settimeofday clock_settime"
    " clock_adjtime adjtimex"
)
"""Where most holes of kernels were found, and what only owners of machines do: no tool, runtime or fence needs it."""

NAMING_A_PROCESS = "prlimit64 sched_setaffinity"
"""What may be done to oneself, process 0, but not to others: the agent has the same user as the program. No
other way to be scheduled: who runs only when nobody else wants to would be kept waiting for as long as it likes."""

CLONE_NEW_FLAGS = 0x00020000 | 0x02000000 | 0x04000000 | 0x08000000 | 0x10000000 | 0x20000000 | 0x40000000
"""mount, cgroup, uts, ipc, user, pid, net."""

EXIT_SIGNAL = 0xFF
"""The part of clone's flags that says how a parent is told of its child's end."""

FCNTL = (0, 1, 2, 3, 4, 1030, 1032, 1033, 1034)
"""Duplicating, the flags of descriptors and of files, the size of a pipe, seals. Not locks, leases, notifications and
hints, by which boxes could talk; nor F_SETOWN and F_SETSIG, by which a pipe sends any signal to anybody; nor
F_SETPIPE_SZ, for a larger pipe is more work for the agent that empties it."""

LOCKING_FCNTL = (5, 6, 7, 36, 37, 38)
"""F_GETLK, F_SETLK, F_SETLKW and their open-file kin, in a workshop."""

AF_UNIX = 1
"""Sockets that lead nowhere else, in a workshop: Java makes a pair before it opens its first file."""

IOCTL = (0x5401, 0x540F, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451)
"""Is this a terminal, whose, how large; how much can be read; blocking or not; closed at exec or not."""

MADVISE = (0, 1, 2, 4, 8, 10, 11, 14, 15, 16, 17, 18, 19)
"""Not what reads ahead, pages out, merges equal pages of strangers or fills a mapping: others could measure that."""

PRCTL = (2, 3, 4, 15, 16, 21, 22, 23, 29, 30, 38, 39, 40, 41, 42, 47, 0x53564D41)
"""Names of threads and mappings, dumps, timer slack, huge pages; filters and fewer capabilities, as the agent needs;
where the number of a thread is noted, as the mould needs."""

PR_SET_PDEATHSIG, DEATH_SIGNALS = 1, (0, signal.SIGHUP, signal.SIGINT, signal.SIGKILL, signal.SIGTERM)
"""How a child is told of its parent's end: not by SIGCONT, which would wake it between its turns."""

ADDR_NO_RANDOMIZE = 0x0040000
"""The only other personality: everything lies where it always lies."""

LOW_32_BITS = 0xFFFFFFFF
TYPING_FOR_OTHERS = (0x5412, 0x541C)
"""TIOCSTI and TIOCLINUX: commands of ioctl that put words into a terminal."""


@cache
def seccomp_filter(place: str) -> bytes | None:
    """Return the filter of a place for this machine, or None where there is none."""
    path = blob_path(place, platform.machine())
    return path.read_bytes() if path.exists() else None


def blob_path(place: str, machine: str) -> Path:
    """Return where the filter for an architecture is shipped."""
    return Path(__file__).with_name(f"seccomp_{place}_{machine}.bpf")


def names_in(place: str) -> list[str]:
    """Return the calls that may be made with any arguments."""
    return " ".join((*ALLOWED.values(), IN_A_WORKSHOP if place == "workshop" else "")).split()


def conditions(place: str, scmp: Any) -> Iterator[tuple[Any, ...]]:
    """Yield the calls that may be made with some arguments, each with one set of them."""

    def low(argument: int, value: int) -> Any:
        # The kernel reads 32 bits of these arguments: an equality of all 64 would be passed by setting bit 32.
        return scmp.Arg(argument, scmp.MASKED_EQ, LOW_32_BITS, value)

    # Threads, and children who end with the usual signal: SIGCONT would wake a program that stands between its turns.
    for end in (0, int(signal.SIGCHLD)):
        yield "clone", scmp.Arg(0, scmp.MASKED_EQ, CLONE_NEW_FLAGS | EXIT_SIGNAL, end)
    for name in NAMING_A_PROCESS.split():
        yield name, low(0, 0)
    for command in (*FCNTL, *(LOCKING_FCNTL if place == "workshop" else ())):
        yield "fcntl", low(1, command)
    if place == "workshop":
        yield "socketpair", low(0, AF_UNIX)
    for command in IOCTL:
        yield "ioctl", low(1, command)
    for advice in MADVISE:
        yield "madvise", low(2, advice)
    for option in PRCTL:
        yield "prctl", low(0, option)
    yield "personality", low(0, ADDR_NO_RANDOMIZE)
    for number in DEATH_SIGNALS:
        yield "prctl", low(0, PR_SET_PDEATHSIG), low(1, int(number))


def build(place: str, machine: str) -> bytes:
    """Return the filter made anew by libseccomp."""
    import pyseccomp as scmp

    refused = scmp.ERRNO(errno.ENOSYS)
    rules = scmp.SyscallFilter(scmp.ALLOW if place == "room" else refused)
    arch = {"x86_64": scmp.Arch.X86_64, "aarch64": scmp.Arch.AARCH64}[machine]
    if arch != scmp.system_arch():
        rules.add_arch(arch)
        rules.remove_arch(scmp.system_arch())
    rules.set_attr(scmp.Attr.ACT_BADARCH, scmp.KILL_PROCESS)
    if place == "room":
        for name in NOT_IN_A_ROOM.split():
            rules.add_rule(refused, name)
        for command in TYPING_FOR_OTHERS:
            rules.add_rule(refused, "ioctl", scmp.Arg(1, scmp.MASKED_EQ, LOW_32_BITS, command))
        return exported(rules)
    for name in names_in(place):
        rules.add_rule(scmp.ALLOW, name)
    for name, *arguments in conditions(place, scmp):
        rules.add_rule(scmp.ALLOW, name, *arguments)
    return exported(rules)


def exported(rules: Any) -> bytes:
    """Return rules as a BPF program."""
    with tempfile.TemporaryFile() as file:
        rules.export_bpf(file)
        file.seek(0)
        return file.read()


if __name__ == "__main__":
    for place in PLACES:
        for machine in MACHINES:
            blob_path(place, machine).write_bytes(build(place, machine))
