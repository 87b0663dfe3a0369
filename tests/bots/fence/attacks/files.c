/* Reading what is not its own, writing anywhere, leaving something for the next turn. */

#include "attack.h"
#include <dirent.h>
#include <sys/file.h>
#include <sys/ipc.h>
#include <sys/shm.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

/* The question names a path; say what it holds. */
static void read_path(void)
{
    char text[64];
    int fd = open(question, O_RDONLY);
    if (fd < 0) {
        tell("open", -1);
        return;
    }
    tell("read", read(fd, text, sizeof text));
}

static void list_path(void)
{
    DIR *folder = opendir(question);
    if (!folder)
        tell("opendir", -1);
    for (struct dirent *entry; folder && (entry = readdir(folder));)
        if (entry->d_name[0] != '.')
            puts(entry->d_name);
}

static void write_path(void)
{
    char path[300];
    snprintf(path, sizeof path, "%s/planted", question);
    tell("create", open(path, O_CREAT | O_WRONLY, 0666));
    tell("mkdir", mkdir(path, 0777));
    tell("symlink", symlink("/etc/passwd", path));
    tell("fifo", mknod(path, S_IFIFO | 0666, 0));
    tell("device", mknod(path, S_IFCHR | 0666, makedev(1, 1)));
    tell("unnamed", open(question, O_TMPFILE | O_RDWR, 0666));
}

/* The question names the program's own file. */
static void replace_itself(void)
{
    tell("write", open(question, O_WRONLY));
    tell("truncate", truncate(question, 0));
    tell("unlink", unlink(question));
    tell("rename", rename(question, "/bot/other"));
    tell("chmod", chmod(question, 0777));
    tell("link", link(question, "/bot/other"));
}

static void devices(void)
{
    const char *names[] = {"/dev/mem", "/dev/kmsg", "/dev/sda", "/dev/vda", "/dev/kvm", "/dev/fuse",
                           "/dev/tty", "/dev/ptmx", "/dev/console", "/dev/loop-control", "/dev/net/tun"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        tell(names[i], open(names[i], O_RDWR));
}

static void environment(void)
{
    extern char **environ;
    for (char **at = environ; *at; at++)
        puts(*at);
}

static void descriptors(void)
{
    for (int fd = 0; fd < 65536; fd++)
        if (fcntl(fd, F_GETFD) >= 0)
            printf("%d\n", fd);
}

/* Leave a mark in every place that might outlive a process, and say which marks of earlier turns are there. */
static void remember(void)
{
    int fd = open("/dev/shm/mark", O_RDONLY);
    printf("shared memory: %s\n", fd < 0 ? "nothing" : "FOUND");
    fd = open("/tmp/mark", O_RDONLY);
    printf("file: %s\n", fd < 0 ? "nothing" : "FOUND");
    printf("system v: %s\n", shmget(4711, 64, 0) < 0 ? "nothing" : "FOUND");
    printf("keyring: %s\n", syscall(SYS_keyctl, 10, -3L, "user", "mark", 0) < 0 ? "nothing" : "FOUND");
    open("/dev/shm/mark", O_CREAT | O_RDWR, 0666);
    open("/tmp/mark", O_CREAT | O_RDWR, 0666);
    shmget(4711, 64, IPC_CREAT | 0666);
    syscall(SYS_add_key, "user", "mark", "x", 1L, -3L);
    if (fork() == 0) { /* a process that would simply go on */
        close(1);
        pause();
    }
}

static void locks(void)
{
    int fd = open(question, O_RDONLY);
    struct flock lock = {.l_type = F_RDLCK};
    tell("flock", flock(fd, LOCK_SH));
    tell("posix lock", fcntl(fd, F_SETLK, &lock));
    tell("open file lock", fcntl(fd, F_OFD_SETLK, &lock));
    tell("lease", fcntl(fd, F_SETLEASE, F_RDLCK));
    tell("high bits", syscall(SYS_fcntl, fd, 0x100000000L | F_SETLK, &lock));
}

const struct attack files[] = {
    {"read", read_path},
    {"list", list_path},
    {"write", write_path},
    {"replace_itself", replace_itself},
    {"devices", devices},
    {"environment", environment},
    {"descriptors", descriptors},
    {"remember", remember},
    {"locks", locks},
    {NULL, NULL},
};
