import type { RunRequest } from '../../contract/run-request.ts';
import { mayLook } from '../../core/model/mode.ts';
import { profileOf } from '../../core/model/profile.ts';
import type { Plan } from '../../core/plan/plan-result.ts';
import { parsePolicy } from '../../documents/documents.ts';
import type { PlatformPorts } from '../../ports.ts';
import { readDocument } from '../../run/policy/policy-in-force.ts';
import { keys } from '../../run/store/keys.ts';
import type { ReportObject } from '../../run/store/run-objects.ts';
import { look, offer } from '../session/session.ts';
import { exitStatus } from '../shell/command-line.ts';
import { connectionFlags, flagsText } from '../shell/command-text.ts';
import { shortDigest } from '../shell/short-text.ts';
import { planDocument, showPlan, showPlanLine } from '../views/plan-view.ts';
import { runPlan, type WritingFlags } from './run-plan.ts';
import { allServices, projectsOf, type ServiceTarget, targetArguments, targetsOf } from './service-target.ts';
import type { CommandContext } from './session-command.ts';

/** `headroom reclaim`: shows added storage that services no longer need, and removes what a person approves. */

type ReclaimFlags = WritingFlags;

const requestOf = (reclaim: readonly ServiceTarget[]): Pick<RunRequest, 'reclaim' | 'projects'> => ({
  reclaim: [...reclaim],
  ...projectsOf(reclaim),
});

/** The same command with more options. */
const commandOf = (named: readonly string[], flags: ReclaimFlags, more = ''): string =>
  ['headroom reclaim', ...targetArguments(named), flagsText({ ...connectionFlags(flags), policy: flags.policy }), more]
    .filter((part) => part !== '')
    .join(' ');

/** @throws Error unless the policy enables reclaim, because an empty list would look as if nothing could be reclaimed */
const assertEnabled = async ({ store, platform }: PlatformPorts): Promise<void> => {
  const { reclaim } = parsePolicy(await readDocument(store), keys.policy, profileOf(platform.maximumKind));
  if (reclaim?.enabled === true) return;
  throw new Error('reclaim is off: add "reclaim: { enabled: true }" to the policy');
};

const hintOf = ({ mode, verdict, digest, freeze }: Plan, command: (more?: string) => string): string => {
  switch (verdict) {
    case 'apply':
    case 'needs-approval':
      return `Nothing was removed. Each service restarts node by node. To remove exactly this: ${command(`--approve ${shortDigest(digest)}`)}`;
    case 'observe':
      return `Nothing was removed. Mode is ${mode}: reclaim needs mode enforce.`;
    case 'nothing':
      return freeze === undefined || freeze.waiting.length === 0
        ? 'Nothing can be reclaimed.'
        : 'Nothing was removed. A freeze holds it back; run this again afterwards.';
  }
};

const preview = (
  context: CommandContext<ReclaimFlags>,
  named: readonly string[],
  reclaim: readonly ServiceTarget[],
): Promise<number> =>
  context.open('looks', async (session) => {
    const { console, flags } = context;
    await assertEnabled({ ...session.connection.ports, store: session.context.store });
    const trigger = { kind: 'manual', by: 'headroom reclaim' } as const;
    const { plan, run } = await look(session, { trigger, ...requestOf(reclaim) });
    if (flags.json) console.json({ ...planDocument(plan, session.connection.client.calls(), null), reclaim });
    if (!mayLook(run.mode)) {
      console.line('Mode is stop: no calls were made.');
      return exitStatus.notWritten;
    }
    await offer(session, run, plan);
    if (!flags.json) showPlan(console, plan);
    console.note(hintOf(plan, (more) => commandOf(named, flags, more)));
    if (!flags.json) showPlanLine(console, plan);
    return exitStatus.ok;
  });

/** An approved reclaim that finds nothing to remove any more gave less than was asked for. */
const shortfallIn = ({ plan, outcome }: ReportObject): string | undefined =>
  outcome === 'nothing' && plan?.changes.length === 0 && (plan.freeze?.waiting.length ?? 0) === 0
    ? 'Nothing was removed: nothing can be reclaimed now.'
    : undefined;

export const run = async (context: CommandContext<ReclaimFlags>, ...named: string[]): Promise<number> => {
  const { flags } = context;
  const reclaim = named.length === 0 ? allServices : targetsOf(named);
  if (flags.approve === undefined) return preview(context, named, reclaim);
  return runPlan(context, {
    command: 'headroom reclaim',
    request: { ...requestOf(reclaim), approvedDigest: flags.approve },
    approving: (digest) => commandOf(named, flags, `--approve ${digest}`),
    again: commandOf(named, flags),
    shortfall: shortfallIn,
    advice: ({ results }) =>
      results.length === 0 ? undefined : 'Maximums stay as they are. To see the disks: headroom disks',
  });
};
