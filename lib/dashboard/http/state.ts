import type { Clock } from '../../ports.ts';
import type { Latest, Reader } from '../facts/latest.ts';
import { progressText } from '../facts/progress.ts';

/** Pages that ask within this time share one look at the store. */
const sharedMs = 500;

const stateOf = ({ stamp, open }: Latest) => ({
  stamp,
  progress: open.flatMap(({ run: { runId }, progress }) =>
    progress === null ? [] : [{ runId, ...progress, text: progressText(progress) }],
  ),
});

/** What open pages ask for each second: the stamp of the present state, and how far the runs at work are. */
export const createState = (reader: Reader, clock: Clock) => {
  let last: { readonly atMs: number; readonly state: Promise<ReturnType<typeof stateOf>> } | undefined;
  /** @throws StoreUnavailable */
  return () => {
    const nowMs = clock.now();
    if (last === undefined || nowMs - last.atMs >= sharedMs)
      last = { atMs: nowMs, state: reader.latest().then(stateOf) };
    return last.state;
  };
};
