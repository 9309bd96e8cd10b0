package loop

// queue is a circular doubly linked list with a sentinel. Its nodes lie in the
// things it lists, so that linking allocates nothing and a thing leaves its
// list in one step wherever it stands. libuv: queue.h.
type queue[T any] struct {
	head node[T]
}

type node[T any] struct {
	prev, next *node[T]
	item       T
}

func (q *queue[T]) init() { q.head.prev, q.head.next = &q.head, &q.head }

func (q *queue[T]) empty() bool { return q.head.next == &q.head }

func (q *queue[T]) pushFront(n *node[T]) { n.insertAfter(&q.head) }

func (q *queue[T]) pushBack(n *node[T]) { n.insertAfter(q.head.prev) }

func (n *node[T]) insertAfter(at *node[T]) {
	n.prev, n.next = at, at.next
	at.next.prev = n
	at.next = n
}

// remove takes the node out of whatever list it is in.
func (n *node[T]) remove() {
	if n.next == nil {
		return
	}
	n.prev.next = n.next
	n.next.prev = n.prev
	n.prev, n.next = nil, nil
}

// moveTo leaves q empty and dst, which must be empty, with all its nodes: a
// walk over dst then sees nothing that is added to q meanwhile.
func (q *queue[T]) moveTo(dst *queue[T]) {
	if q.empty() {
		dst.init()
		return
	}
	dst.head.next, dst.head.prev = q.head.next, q.head.prev
	dst.head.next.prev, dst.head.prev.next = &dst.head, &dst.head
	q.init()
}

// popFront takes the first node out; nil when there is none.
func (q *queue[T]) popFront() *node[T] {
	n := q.head.next
	if n == &q.head {
		return nil
	}
	n.remove()
	return n
}

func (q *queue[T]) each(f func(T)) {
	for n := q.head.next; n != &q.head; n = n.next {
		f(n.item)
	}
}
