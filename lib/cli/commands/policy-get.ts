import type { Command } from 'commander';
import type { Store } from '../../ports.ts';
import { policyVersions } from '../../run/policy/versions.ts';
import { keys } from '../../run/store/keys.ts';
import { openCommandStore, type StoreFlags, storeOptions } from '../session/open-store.ts';
import { type CommandLine, type End, example, exitStatus } from '../shell/command-line.ts';
import { print } from '../shell/console.ts';
import { writeOutFile } from '../shell/out-file.ts';

interface GetFlags extends StoreFlags {
  readonly out?: string;
}

/** @throws Error if the store has no such document */
const documentOf = async (store: Store, version: string | undefined): Promise<string> => {
  if (version === undefined) {
    const stored = await store.get(keys.policy);
    if (stored !== undefined) return stored.body;
    throw new Error('the store has no policy; put one with headroom policy put FILE');
  }
  const found = (await policyVersions(store)).filter(({ digest }) => digest.startsWith(version));
  const [first] = found;
  if (first === undefined) throw new Error(`no version ${version}; see headroom policy history`);
  if (found.some(({ digest }) => digest !== first.digest))
    throw new Error(`several versions begin with ${version}; use more characters`);
  return first.document;
};

/** `headroom policy get` */
export const addPolicyGet = (policy: Command, line: CommandLine, end: End): void => {
  const command = storeOptions(
    policy
      .command('get')
      .description('print the policy document in the store, or an earlier version of it')
      .argument('[version]', 'a version from headroom policy history; its first characters suffice'),
  ).option('--out <file>', 'write it to a file instead of standard output');
  example(command, 'headroom policy get --out policy.yaml');
  command.action(async (version: string | undefined, flags: GetFlags) => {
    const document = await documentOf(await openCommandStore(line.environment, flags), version);
    if (flags.out === undefined) print(line.out, document);
    else await writeOutFile(flags.out, document);
    end(exitStatus.ok);
  });
};
