/* Lets the K-th change of a file below a folder fail, counted over all processes that have this loaded.

   Preloaded, it stands before the functions of the C library by which Python and SQLite change files.
   What it counts and when it strikes is in a block of memory that all processes share; see faults.py. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum call { WRITE, SYNC, TRUNCATE, RENAME, UNLINK, CREATE, CALLS };

struct control {
    atomic_int armed, at, error, lasting; /* at 0: only count; error 0: kill; lasting: so many fail, but not for long */
    atomic_int count, hits, calls[CALLS];
    char folder[256], struck[256]; /* where to count; the call and the file of the first hit */
    atomic_long since_s;           /* when that was */
};

enum { LONGEST_S = 10 }; /* who waits for a disk to have space again does not write, and so could not end it */

static struct control *control;

__attribute__((constructor)) static void load(void) {
    const char *path = getenv("FAULTS");
    int handle = path ? (int)syscall(SYS_openat, AT_FDCWD, path, O_RDWR | O_CLOEXEC) : -1;
    if (handle < 0)
        return;
    void *block = mmap(NULL, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED, handle, 0);
    control = block == MAP_FAILED ? NULL : block;
    close(handle);
}

static int is_ours(const char *path) {
    size_t length = strlen(control->folder);
    return strncmp(path, control->folder, length) == 0 && path[length] == '/';
}

static long now_s(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec;
}

/* Count a call, and return whether it is to fail. */
static int strikes(enum call call, const char *name, const char *path) {
    if (!control || !control->armed || !path || !is_ours(path))
        return 0;
    control->calls[call]++;
    int count = ++control->count, at = control->at;
    int needs_space = call == WRITE || call == CREATE;
    if (!at || count < at || (count > at && !(needs_space && control->hits < control->lasting)))
        return 0;
    if (count > at && now_s() - control->since_s > LONGEST_S)
        return 0;
    if (control->hits++ == 0) {
        control->since_s = now_s();
        snprintf(control->struck, sizeof control->struck, "%s %s", name, path + strlen(control->folder) + 1);
    }
    return 1;
}

static int strikes_handle(enum call call, const char *name, int handle) {
    char link[32], path[PATH_MAX];
    if (!control || !control->armed)
        return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", handle);
    ssize_t length = syscall(SYS_readlinkat, AT_FDCWD, link, path, sizeof path - 1);
    if (length <= 0)
        return 0;
    path[length] = 0;
    return strikes(call, name, path);
}

static int fail(void) {
    if (!control->error) {
        kill(getpid(), SIGKILL);
        for (;;)
            pause();
    }
    errno = control->error;
    return -1;
}

/* A kill comes in the middle of a write. */
static size_t half(size_t size) { return control->error ? 0 : size / 2; }

ssize_t write(int handle, const void *bytes, size_t size) {
    if (!strikes_handle(WRITE, "write", handle))
        return syscall(SYS_write, handle, bytes, size);
    if (half(size))
        syscall(SYS_write, handle, bytes, half(size));
    return fail();
}

ssize_t pwrite64(int handle, const void *bytes, size_t size, off64_t offset) {
    if (!strikes_handle(WRITE, "pwrite64", handle))
        return syscall(SYS_pwrite64, handle, bytes, size, offset);
    if (half(size))
        syscall(SYS_pwrite64, handle, bytes, half(size), offset);
    return fail();
}

ssize_t pwrite(int handle, const void *bytes, size_t size, off_t offset) {
    return pwrite64(handle, bytes, size, offset);
}

#define ON_HANDLE(result, name, call, number, parameters, ...) \
    result name parameters { return strikes_handle(call, #name, handle) ? fail() : syscall(number, __VA_ARGS__); }

ON_HANDLE(ssize_t, writev, WRITE, SYS_writev, (int handle, const struct iovec *parts, int count), handle, parts, count)
ON_HANDLE(int, fsync, SYNC, SYS_fsync, (int handle), handle)
ON_HANDLE(int, fdatasync, SYNC, SYS_fdatasync, (int handle), handle)
ON_HANDLE(int, ftruncate, TRUNCATE, SYS_ftruncate, (int handle, off_t size), handle, size)
ON_HANDLE(int, ftruncate64, TRUNCATE, SYS_ftruncate, (int handle, off64_t size), handle, size)
ON_HANDLE(int, fallocate, CREATE, SYS_fallocate, (int handle, int mode, off_t at, off_t size), handle, mode, at, size)
ON_HANDLE(ssize_t, sendfile64, WRITE, SYS_sendfile, (int handle, int from, off64_t *at, size_t size), handle, from, at,
          size)

#define ON_PATH(name, call, number, parameters, path, ...) \
    int name parameters { return strikes(call, #name, path) ? fail() : (int)syscall(number, __VA_ARGS__); }

ON_PATH(rename, RENAME, SYS_rename, (const char *from, const char *to), to, from, to)
ON_PATH(link, RENAME, SYS_link, (const char *from, const char *to), to, from, to)
ON_PATH(unlink, UNLINK, SYS_unlink, (const char *path), path, path)
ON_PATH(mkdir, CREATE, SYS_mkdir, (const char *path, mode_t mode), path, path, mode)

static int open_file(const char *name, int folder, const char *path, int flags, mode_t mode) {
    int is_new = flags & O_CREAT && syscall(SYS_faccessat, folder, path, F_OK) != 0;
    if (is_new && strikes(CREATE, name, path))
        return fail();
    return (int)syscall(SYS_openat, folder, path, flags, mode);
}

#define OPEN(name, folder, ...)                                    \
    int name(__VA_ARGS__, ...) {                                   \
        va_list more;                                              \
        va_start(more, flags);                                     \
        mode_t mode = flags & O_CREAT ? va_arg(more, mode_t) : 0;  \
        va_end(more);                                              \
        return open_file("open", folder, path, flags, mode);       \
    }

OPEN(open, AT_FDCWD, const char *path, int flags)
OPEN(open64, AT_FDCWD, const char *path, int flags)
OPEN(openat, folder, int folder, const char *path, int flags)
OPEN(openat64, folder, int folder, const char *path, int flags)
