/* Terminals: a guest has none, every call answers -1 with ENOTTY. */
#ifndef _TERMIOS_H
#define _TERMIOS_H

#ifdef __cplusplus
extern "C" {
#endif

typedef unsigned char cc_t;
typedef unsigned int speed_t;
typedef unsigned int tcflag_t;

#define NCCS 32

struct termios {
  tcflag_t c_iflag;
  tcflag_t c_oflag;
  tcflag_t c_cflag;
  tcflag_t c_lflag;
  cc_t c_line;
  cc_t c_cc[NCCS];
  speed_t __c_ispeed;
  speed_t __c_ospeed;
};

#define BRKINT 0000002
#define INPCK 0000020
#define ISTRIP 0000040
#define ICRNL 0000400
#define IXON 0002000
#define OPOST 0000001
#define ONLCR 0000004
#define CSIZE 0000060
#define CS8 0000060
#define ISIG 0000001
#define ICANON 0000002
#define ECHO 0000010
#define IEXTEN 0100000
#define VTIME 5
#define VMIN 6
#define TCSANOW 0
#define TCSADRAIN 1
#define TCSAFLUSH 2

int tcgetattr(int fd, struct termios *attr);
int tcsetattr(int fd, int when, const struct termios *attr);

#ifdef __cplusplus
}
#endif

#endif
