import type { IndexEntry } from '../../core/inventory/due.ts';
import type { StorePorts } from '../../ports.ts';
import { keys } from '../store/keys.ts';
import { readObject, writeObject } from '../store/objects.ts';
import type { ReadingPass } from '../store/schemas/memory.ts';

/** Projects of which most tell whether the readings of a pass are in the index: it may fail to read some, and others may read some. */
const enough = 5;

/** Notes that a scheduled pass begins to read. */
export const noteReadingPass = ({ store }: StorePorts, { last, ...pass }: ReadingPass): Promise<void> =>
  writeObject(store, keys.readingPass, { ...pass, last: last.slice(-enough) });

/** Whether a scheduled pass reads the organization: the index has none of its readings yet. */
export const isPassReading = async (
  { store, clock }: StorePorts,
  index: ReadonlyMap<string, IndexEntry>,
): Promise<boolean> => {
  const pass = await readObject<ReadingPass>(store, keys.readingPass);
  if (pass === undefined || clock.now() >= Date.parse(pass.until)) return false;
  const isKnown = (project: string) => (index.get(project)?.readAt ?? '') >= pass.since;
  return pass.last.filter(isKnown).length <= pass.last.length / 2;
};
