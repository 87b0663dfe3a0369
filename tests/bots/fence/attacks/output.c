/* Too much output, too little, and pipes treated badly. */

#include "attack.h"

static void write_for_ever(int fd)
{
    static char piece[65536];
    memset(piece, 'x', sizeof piece);
    while (write(fd, piece, sizeof piece) > 0)
        ;
}

static void stdout_flood(void) { write_for_ever(1); }
static void stderr_for_ever(void) { write_for_ever(2); }

static void stderr_flood_then_move(void)
{
    static char piece[65536];
    memset(piece, 'e', sizeof piece);
    for (int i = 0; i < 64; i++)
        if (write(2, piece, sizeof piece) < 0)
            return;
    puts("7");
}

static void half_line_then_hang(void)
{
    printf("12");
    fflush(stdout);
    pause();
}

static void no_newline(void) { printf("7"); }

static void never_reads(void) { puts("7"); }

static void close_stdin(void)
{
    close(0);
    puts("7");
}

static void close_stdout(void)
{
    close(1);
    close(2);
    pause();
}

static void binary(void) { fwrite("\0\xff\x01\n\0", 1, 5, stdout); }

static void silent(void) {}

const struct attack output[] = {
    {"stdout_flood", stdout_flood},
    {"stderr_for_ever", stderr_for_ever},
    {"stderr_flood_then_move", stderr_flood_then_move},
    {"half_line_then_hang", half_line_then_hang},
    {"no_newline", no_newline},
    {"never_reads", never_reads},
    {"close_stdin", close_stdin},
    {"close_stdout", close_stdout},
    {"binary", binary},
    {"silent", silent},
    {NULL, NULL},
};
