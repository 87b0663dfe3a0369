/* Two programs that talk through what their boxes share: one leaves bits there, the other looks for them. */

#include "attack.h"

#include <time.h>

enum { PAGE = 4096, LINE = 64, APART = 8, GROUPS = PAGE / LINE };

static uint64_t now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

/* Pages of a file in memory: a page for each bit, far enough apart that the kernel does not read ahead. */

static int open_named(char **rest)
{
    int file = open(strtok(question, " "), O_RDONLY);
    *rest = strtok(NULL, " ");
    if (file < 0)
        printf("there is no such file\n");
    return file;
}

static void leave_pages(void)
{
    char *bits, byte;
    int file = open_named(&bits);
    for (int i = 0; file >= 0 && bits[i]; i++)
        if (bits[i] == '1' && pread(file, &byte, 1, (off_t)(i + 1) * APART * PAGE) != 1)
            printf("nothing to read\n");
}

static void time_pages(void)
{
    char *count, byte;
    int file = open_named(&count);
    for (int i = 0; file >= 0 && i < atoi(count); i++) {
        uint64_t before = now_ns();
        if (pread(file, &byte, 1, (off_t)(i + 1) * APART * PAGE) == 1)
            putchar(now_ns() - before < 15000 ? '1' : '0');
    }
}

/* Caches of the processor: a group of their sets for each bit, which the sender fills and the receiver had filled. */

static volatile char *room(size_t pages)
{
    volatile char *at = mmap(NULL, pages * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    for (size_t page = 0; page < pages; page++)
        at[page * PAGE] = 1;
    return at;
}

static void walk(volatile char *at, size_t pages, int group)
{
    for (size_t page = 0; page < pages; page++)
        (void)at[page * PAGE + (size_t)group * LINE];
}

/* Line by line: bits of so many groups to leave in the caches. */
static void leave_sets(void)
{
    size_t pages = (size_t)atol(question);
    volatile char *at = room(pages);
    for (char line[256]; puts("left"), fflush(stdout), fgets(line, sizeof line, stdin);)
        for (int times = 0; times < 3; times++)
            for (int group = 0; group < GROUPS && line[group] >= '0'; group++)
                if (line[group] == '1')
                    walk(at, pages, group);
}

/* Line by line: how long each group takes to read, in nanoseconds; then it is in the caches again. */
static void time_sets(void)
{
    size_t pages = (size_t)atol(question);
    volatile char *at = room(pages);
    for (char line[256];;) {
        for (int group = 0; group < GROUPS; group++) {
            uint64_t before = now_ns();
            walk(at, pages, group);
            printf("%d ", (int)(now_ns() - before));
        }
        for (int times = 0; times < 3; times++)
            for (int group = 0; group < GROUPS; group++)
                walk(at, pages, group);
        puts("");
        fflush(stdout);
        if (!fgets(line, sizeof line, stdin))
            return;
    }
}

/* Contention: in each window of time the sender is busy with memory or waits, the receiver counts how far it gets. */

static uint64_t stream(volatile char *at, size_t bytes, uint64_t until)
{
    uint64_t rounds = 0;
    for (size_t place = 0; now_ns() < until; rounds++)
        for (int i = 0; i < 256; i++, place = (place + LINE) % bytes)
            at[place]++;
    return rounds;
}

static uint64_t window_us, start_ns;

static uint64_t end_of(int window) { return start_ns + (uint64_t)(window + 1) * window_us * 1000; }

static const char *windows(void)
{
    start_ns = strtoull(strtok(question, " "), NULL, 10);
    window_us = strtoull(strtok(NULL, " "), NULL, 10);
    return strtok(NULL, " ");
}

static void leave_heat(void)
{
    const char *bits = windows();
    volatile char *at = room(8192);
    while (now_ns() < start_ns)
        ;
    for (int i = 0; bits[i]; i++)
        if (bits[i] == '1')
            stream(at, 8192 * PAGE, end_of(i));
        else
            while (now_ns() < end_of(i))
                ;
}

static void time_heat(void)
{
    int count = atoi(windows());
    volatile char *at = room(8192);
    while (now_ns() < start_ns)
        ;
    for (int i = 0; i < count; i++)
        printf("%d ", (int)stream(at, 8192 * PAGE, end_of(i)));
}

const struct attack channels[] = {
    {"leave_pages", leave_pages}, {"time_pages", time_pages}, {"leave_sets", leave_sets},
    {"time_sets", time_sets},     {"leave_heat", leave_heat}, {"time_heat", time_heat},
    {NULL, NULL},
};
