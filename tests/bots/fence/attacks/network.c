/* Talking to anybody. */

#include "attack.h"
#include <arpa/inet.h>
#include <netdb.h>
#include <sys/socket.h>
#include <sys/un.h>

/* The question names a port on loopback where somebody listens. */
static void tcp(void)
{
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(question))};
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    tell("tcp", fd < 0 ? -1 : connect(fd, (struct sockaddr *)&to, sizeof to));
}

static void udp(void)
{
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(question))};
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int fd = socket(AF_INET, SOCK_DGRAM, 0);
    tell("udp", fd < 0 ? -1 : sendto(fd, "x", 1, 0, (struct sockaddr *)&to, sizeof to));
}

static void dns(void)
{
    struct addrinfo *found;
    printf("dns: %s\n", getaddrinfo("localhost.example", "80", NULL, &found) ? "refused" : "DONE");
}

static void kinds(void)
{
    int pair[2];
    tell("ipv6", socket(AF_INET6, SOCK_STREAM, 0));
    tell("unix", socket(AF_UNIX, SOCK_STREAM, 0));
    tell("pair", socketpair(AF_UNIX, SOCK_STREAM, 0, pair));
    tell("vsock", socket(AF_VSOCK, SOCK_STREAM, 0));
    tell("netlink", socket(AF_NETLINK, SOCK_RAW, 0));
    tell("packet", socket(AF_PACKET, SOCK_RAW, 0));
    tell("raw", socket(AF_INET, SOCK_RAW, IPPROTO_ICMP));
    tell("alg", socket(AF_ALG, SOCK_SEQPACKET, 0));
}

/* The question names an abstract socket that the test holds. */
static void abstract(void)
{
    struct sockaddr_un to = {.sun_family = AF_UNIX};
    strncpy(to.sun_path + 1, question, sizeof to.sun_path - 2);
    int fd = socket(AF_UNIX, SOCK_DGRAM, 0);
    socklen_t size = (socklen_t)(sizeof(sa_family_t) + 1 + strlen(question));
    tell("abstract", fd < 0 ? -1 : connect(fd, (struct sockaddr *)&to, size));
}

const struct attack network[] = {
    {"tcp", tcp}, {"udp", udp}, {"dns", dns}, {"kinds", kinds}, {"abstract", abstract}, {NULL, NULL},
};
