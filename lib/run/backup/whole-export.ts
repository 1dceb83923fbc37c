import { version } from '../../contract/version.ts';
import type { StorePorts } from '../../ports.ts';
import { keys } from '../store/keys.ts';
import { readIfWhole } from '../store/objects.ts';
import type { Enforcement } from '../store/schemas/memory.ts';
import { exportLines } from './export-document.ts';
import { type ExportContents, exportStore, StoreMoved } from './export-store.ts';

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
  const organization = (await readIfWhole<Enforcement>(store, keys.enforcement))?.organization ?? null;
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
