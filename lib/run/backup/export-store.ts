import { type StoreKeyName, storeKeys } from '../../contract/store-keys.ts';
import { version } from '../../contract/version.ts';
import { byText, groupBy } from '../../core/model/grouping.ts';
import type { Store, StorePorts } from '../../ports.ts';
import { objectText, sectionsIn } from '../store/content.ts';
import { inBatches } from '../store/in-batches.ts';
import { keys, type Section } from '../store/keys.ts';
import { readIfWhole } from '../store/objects.ts';
import type { InventoryIndex } from '../store/run-objects.ts';
import { type ExportedObject, exportLines } from './export-document.ts';
import { type ClassifiedKey, classify } from './kept-keys.ts';

/** Attempts while runs end. */
const mostTries = 3;

/**
 * Exports the store as it is at one moment, from the beginning again if a run ended meanwhile.
 * @param write takes all lines of one attempt; a later attempt replaces what an earlier one wrote
 * @throws Error if runs ended in every attempt
 */
export const wholeExport = async (
  { store, clock }: StorePorts,
  write: (lines: AsyncIterable<string>) => Promise<void>,
): Promise<ExportContents> => {
  const organization = (await readIfWhole<InventoryIndex>(store, keys.inventoryIndex))?.organization ?? null;
  for (let tries = 1; ; tries += 1) {
    let contents: ExportContents | undefined;
    const objects = exportStore(store, (all) => {
      contents = all;
    });
    try {
      await write(exportLines({ nowMs: clock.now(), headroom: version, organization }, objects));
      if (contents !== undefined) return contents;
    } catch (error) {
      if (!(error instanceof StoreMoved)) throw error;
      if (tries === mostTries)
        throw new Error(`${error.message}, ${mostTries} times; export between two runs, or after headroom mode stop`);
    }
  }
};

/** Objects that are read at once; their bodies are in memory together. */
const batchSize = 64;

/** Kinds of objects that an export leaves out, with what replaces them. */
interface LeftOut {
  readonly instead: string;
  /** Patterns of the table of keys; for an object without one its key. */
  readonly patterns: readonly string[];
  readonly objects: number;
}

export interface ExportContents {
  /** Objects by the pattern of their key. */
  readonly counts: ReadonlyMap<string, number>;
  readonly leftOut: readonly LeftOut[];
}

/** A run ended during the export, so that the objects belong to two moments. */
export class StoreMoved extends Error {
  override readonly name = 'StoreMoved';
}

/** Folders of the runs whose writes are not in the audit yet: both keys name the run in the same form. */
const unsealedFolders = (all: readonly string[]): string[] =>
  all
    .filter((key) => key.startsWith(keys.unsealed))
    .map((key) => `${keys.runs}${key.slice(keys.unsealed.length, -'.json'.length)}/`);

const isOfRuns = (folders: readonly string[], key: string): boolean => folders.some((folder) => key.startsWith(folder));

/** Audit files come last: a run that is sealed meanwhile is then both in the audit and unsealed, which the next run resolves. */
const inOrder = (found: readonly ClassifiedKey[]): ClassifiedKey[] => {
  const place = ({ key, name }: ClassifiedKey) => (key === keys.auditHead ? 2 : name === 'auditFile' ? 1 : 0);
  return found.toSorted((a, b) => place(a) - place(b) || byText(a.key, b.key));
};

const patternOf = ({ name, key }: ClassifiedKey): string => (name === undefined ? key : storeKeys[name]);

const leftOutOf = (found: readonly ClassifiedKey[]): LeftOut[] => {
  const insteadOf = ({ keeping }: ClassifiedKey) =>
    typeof keeping === 'object' ? keeping.instead : 'its writes are in the audit';
  return [...groupBy(found, insteadOf)].map(([instead, group]) => ({
    instead,
    patterns: [...new Set(group.map(patternOf))].sort(),
    objects: group.length,
  }));
};

/** The objects of an export, in the order in which they are restored, and what it leaves out. */
export const selectKept = async (
  store: Store,
): Promise<{ readonly kept: readonly ClassifiedKey[]; readonly leftOut: readonly LeftOut[] }> => {
  const all = await store.list('');
  const folders = unsealedFolders(all);
  const found = all.map(classify);
  const isKept = ({ key, keeping }: ClassifiedKey): boolean =>
    keeping === 'kept' || (keeping === 'until-sealed' && isOfRuns(folders, key));
  return { kept: inOrder(found.filter(isKept)), leftOut: leftOutOf(found.filter((one) => !isKept(one))) };
};

/**
 * Sections that are not exported. A plan would take an old reading for one of the present; the next pass reads the project. The
 * latest report is in the folder of a run that ended; the next run writes another.
 */
const omitted: { readonly [N in StoreKeyName]?: Section } = { projectRecord: 'reading', reported: 'latestReport' };

const withoutOmitted = ({ key, name }: ClassifiedKey, body: string): string => {
  const section = name && omitted[name];
  if (section === undefined) return body;
  const sections = sectionsIn(key, body);
  return 'problem' in sections ? body : objectText({ ...sections.value, [section]: undefined });
};

const headVersion = async (store: Store): Promise<string | undefined> => (await store.get(keys.auditHead))?.version;

/**
 * Reads what no run can make anew, in the order in which it is restored.
 * @param onContents called before the first object
 * @throws StoreMoved if a run was sealed meanwhile; export again
 */
export async function* exportStore(
  store: Store,
  onContents: (contents: ExportContents) => void,
): AsyncGenerator<ExportedObject> {
  const before = await headVersion(store);
  const { kept, leftOut } = await selectKept(store);
  const counts = new Map<string, number>();
  for (let start = 0; start < kept.length; start += batchSize) {
    const batch = kept.slice(start, start + batchSize);
    const read = await inBatches(batch, async (object) => ({ object, stored: await store.get(object.key) }));
    for (const { object, stored } of read) {
      if (stored === undefined) continue;
      const pattern = patternOf(object);
      counts.set(pattern, (counts.get(pattern) ?? 0) + 1);
      yield { key: object.key, body: withoutOmitted(object, stored.body) };
    }
  }
  if ((await headVersion(store)) !== before) throw new StoreMoved('a run ended while the store was exported');
  onContents({ counts, leftOut });
}
