import { callerText } from '../../../core/audit/holder-text.ts';
import { type DatedVersion, datedVersions, policyDigest, policyVersions } from '../../../run/policy/versions.ts';
import { keys } from '../../../run/store/keys.ts';
import { systemClock } from '../../../run/system-clock.ts';
import { shortDigest, timeText } from '../../shell/short-text.ts';
import type { CommandContext } from '../command.ts';
import type { PolicyHistoryFlags } from './options.ts';

const stateText = (inForce: DatedVersion['inForce']): string => {
  if (inForce === null) return 'never in force';
  return inForce?.to === null ? 'in force' : '';
};

export const run = async ({ console, openStore }: CommandContext<PolicyHistoryFlags>): Promise<void> => {
  const { store } = await openStore();
  const stored = await store.get(keys.policy);
  const current = stored === undefined ? null : policyDigest(stored.body);
  const dated = datedVersions(await policyVersions(store), current);
  const versions = dated.map(({ version: { document: _, ...version }, inForce }) => ({ ...version, inForce }));
  const isPut = versions.some(({ digest }) => digest === current);
  console.answer({ format: 1, current, versions }, () => {
    if (current !== null && !isPut) console.note('The policy in force was not put by headroom policy put.');
    if (versions.length === 0) return console.line('No version yet; put one with headroom policy put FILE.');
    console.table(
      ['version', 'put', 'by', 'message', ''],
      versions.map(({ digest, at, by, message, inForce }) => [
        shortDigest(digest),
        timeText(at, systemClock.now()),
        callerText(by),
        message,
        stateText(inForce),
      ]),
    );
  });
};
