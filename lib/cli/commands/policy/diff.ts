import type { Policy } from '../../../core/model/policy-document.ts';
import type { Store } from '../../../ports.ts';
import { compareWith } from '../../session/compare-policies.ts';
import { readPolicyFile } from '../../session/policy-file.ts';
import { inSession, look } from '../../session/session.ts';
import { storedPolicy } from '../../session/stored-policy.ts';
import { wireProfileFrom } from '../../session/wire-profile.ts';
import { print } from '../../shell/print.ts';
import { UsageError } from '../../shell/usage-error.ts';
import { commentOf } from '../../views/markdown/sections.ts';
import { differenceParts, showDifference } from '../../views/policy-difference-view.ts';
import type { CommandContext } from '../command.ts';
import type { PolicyDiffFlags } from './options.ts';

/** `headroom policy diff`: what another policy means for each service. */

/** @throws UsageError if the store has no policy */
const inForce = async (store: Store): Promise<Policy> => {
  const stored = await storedPolicy(store);
  if (stored !== undefined) return stored;
  throw new UsageError('the store has no policy to compare with; name two policy documents: OLD NEW');
};

export const run = async (context: CommandContext<PolicyDiffFlags>, files: readonly string[]): Promise<void> => {
  const { line, flags, console } = context;
  const [first, second, ...rest] = files;
  if (first === undefined) throw new UsageError('Name the new policy: headroom policy diff NEW');
  if (rest.length > 0) throw new UsageError('name one policy document, or two: OLD NEW');
  const { profile } = wireProfileFrom(flags, line.environment);
  const old = second === undefined ? undefined : (await readPolicyFile(first, profile)).policy;
  const looking = { kind: 'looks', carriesOn: false } as const;
  const difference = await inSession(line, { ...flags, policy: second ?? first }, console, looking, async (session) => {
    const base = old ?? (await inForce(session.connection.ports.store));
    const { run: looked } = await look(session, { trigger: { kind: 'manual', by: 'headroom policy diff' } });
    return compareWith(session, looked, base);
  });
  if (flags.output === 'markdown') return print(line.out, commentOf(differenceParts(difference)));
  console.answer(difference, () => showDifference(console, difference));
};
