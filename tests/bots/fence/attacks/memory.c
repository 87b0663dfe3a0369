/* Memory without end, and crashes. */

#include "attack.h"
#include <sys/resource.h>

enum { MB = 1 << 20 };

static void report(int megabytes)
{
    printf("%d\n", megabytes);
    fflush(stdout);
    _exit(0);
}

static void by_malloc(void)
{
    int megabytes = 0;
    while (megabytes < 100000 && malloc(MB))
        megabytes++;
    report(megabytes);
}

static void by_touching(void)
{
    int megabytes = 0;
    for (char *piece; megabytes < 100000 && (piece = malloc(MB)); megabytes++)
        memset(piece, 1, MB);
    report(megabytes);
}

static void by_mmap(void)
{
    int megabytes = 0;
    while (megabytes < 100000 &&
           mmap(NULL, MB, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0) != MAP_FAILED)
        megabytes++;
    report(megabytes);
}

/* Each child stays within its own limit and tells what it touched; together they want far more. */
static void by_children(void)
{
    for (int i = 0; i < 12; i++)
        if (fork() == 0) {
            for (int done = 0; done < 48; done++) {
                char *piece = malloc(MB);
                if (piece)
                    memset(piece, 1, MB);
            }
            if (write(1, "x", 1) == 1)
                pause();
        }
    while (wait(NULL) > 0)
        ;
}

static void by_memfd(void)
{
    static char piece[MB / 4];
    int quarters = 0;
    for (int i = 0; i < 200; i++) {
        int fd = memfd_create("fill", 0);
        signal(SIGXFSZ, SIG_IGN);
        while (fd >= 0 && quarters < 4000 && write(fd, piece, sizeof piece) == (ssize_t)sizeof piece)
            quarters++;
    }
    report(quarters / 4);
}

/* Memory that belongs to no process: whoever has to be killed for it may be somebody else. */
static void by_memfd_in_children(void)
{
    static char piece[MB / 4];
    for (int i = 0; i < 12; i++)
        if (fork() == 0) {
            signal(SIGXFSZ, SIG_IGN);
            for (int fd; (fd = memfd_create("fill", 0)) >= 0;)
                while (write(fd, piece, sizeof piece) == (ssize_t)sizeof piece)
                    ;
            pause();
        }
    while (wait(NULL) > 0)
        ;
}

static int overflow(volatile char *above)
{
    volatile char frame[65536];
    frame[0] = above[0];
    return overflow(frame) + frame[1];
}

static void stack_overflow(void)
{
    char first = 1;
    printf("%d\n", overflow(&first));
}

static void crash(void) { abort(); }

static void core(void)
{
    struct rlimit limit;
    getrlimit(RLIMIT_CORE, &limit);
    printf("%ld %ld\n", (long)limit.rlim_cur, (long)limit.rlim_max);
}

const struct attack memory[] = {
    {"malloc", by_malloc},
    {"touch", by_touching},
    {"mmap", by_mmap},
    {"children", by_children},
    {"memfd", by_memfd},
    {"memfd_in_children", by_memfd_in_children},
    {"stack_overflow", stack_overflow},
    {"abort", crash},
    {"core", core},
    {NULL, NULL},
};
