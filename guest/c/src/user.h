/* Who a guest is: WASI has neither users nor processes, and programs ask. */
#ifndef LOOPGROUND_USER_H
#define LOOPGROUND_USER_H

#define UV__USER "guest"
#define UV__HOME "/"

enum { UV__UID = 1000, UV__GID = 1000, UV__PID = 2, UV__PPID = 1 };

#endif
