// Compiled by the tests, which look for these lines in what the meter wrote.
volatile int sink;

static inline int divide(int a, int b) {
  for (int i = 0; i < a; i++)
    sink += i;
  return a / b; // line 7
}

static inline int middle(int a) {
  return divide(a, sink - a * (a - 1) / 2) + 1; // line 11
}

int outer(int a) {
  sink = 0;
  return middle(a) * 2; // line 16
}

void spin(int n) {
  sink = n;
  while (sink != -1)
    sink = 2; // line 22
  sink = 3;
}
