import { NotFound } from '../../../contract/errors.ts';
import type { Store } from '../../../ports.ts';
import { policyVersions } from '../../../run/policy/versions.ts';
import { keys } from '../../../run/store/keys.ts';
import { openCommandStore } from '../../session/open-store.ts';
import type { CommandLine } from '../../shell/command-line.ts';
import { writeOutFile } from '../../shell/out-file.ts';
import { print } from '../../shell/print.ts';
import type { PolicyGetFlags } from './options.ts';

/** @throws Error if the store has no such document */
const documentOf = async (store: Store, version: string | undefined): Promise<string> => {
  if (version === undefined) {
    const stored = await store.get(keys.policy);
    if (stored !== undefined) return stored.body;
    throw new NotFound('the store has no policy; put one with headroom policy put FILE');
  }
  const found = (await policyVersions(store)).filter(({ digest }) => digest.startsWith(version));
  const [first] = found;
  if (first === undefined) throw new NotFound(`no version ${version}; see headroom policy history`);
  if (found.some(({ digest }) => digest !== first.digest))
    throw new Error(`several versions begin with ${version}; use more characters`);
  return first.document;
};

export const run = async (line: CommandLine, version: string | undefined, flags: PolicyGetFlags): Promise<void> => {
  const document = await documentOf(await openCommandStore(line.environment, flags), version);
  if (flags.out === undefined) print(line.out, document);
  else await writeOutFile(flags.out, document);
};
