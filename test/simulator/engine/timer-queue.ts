interface Timer {
  readonly atMs: number;
  /** Order among timers of one moment. */
  readonly number: number;
  readonly action: () => void;
}

const isBefore = (a: Timer, b: Timer) => a.atMs < b.atMs || (a.atMs === b.atMs && a.number < b.number);

/** A binary heap: the earliest timer first. */
export const createTimerQueue = () => {
  const heap: Timer[] = [];
  const swap = (a: number, b: number) => {
    const moved = heap[a] as Timer;
    heap[a] = heap[b] as Timer;
    heap[b] = moved;
  };
  const earlierChild = (place: number): number => {
    const [left, right] = [heap[2 * place + 1], heap[2 * place + 2]];
    return right !== undefined && left !== undefined && isBefore(right, left) ? 2 * place + 2 : 2 * place + 1;
  };
  return {
    first: () => heap[0],
    push: (timer: Timer) => {
      let place = heap.push(timer) - 1;
      for (
        let parent = (place - 1) >> 1;
        place > 0 && isBefore(timer, heap[parent] as Timer);
        parent = (place - 1) >> 1
      ) {
        swap(place, parent);
        place = parent;
      }
    },
    pop: (): Timer | undefined => {
      const [first] = heap;
      const last = heap.pop();
      if (last === undefined || heap.length === 0) return first;
      heap[0] = last;
      for (let place = 0, child = earlierChild(0); heap[child] !== undefined; child = earlierChild(place)) {
        if (!isBefore(heap[child] as Timer, last)) break;
        swap(place, child);
        place = child;
      }
      return first;
    },
  };
};
