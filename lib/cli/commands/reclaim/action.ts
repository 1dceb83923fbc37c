import type { RunRequest } from '../../../contract/run-request.ts';
import type { ServiceName } from '../../../core/model/grouping.ts';
import { profileOf } from '../../../core/model/model.ts';
import type { Plan } from '../../../core/plan/plan-result.ts';
import { parsePolicy } from '../../../documents/documents.ts';
import type { PlatformPorts } from '../../../ports.ts';
import { readDocument } from '../../../run/policy/policy-in-force.ts';
import { keys } from '../../../run/store/keys.ts';
import type { ReportObject } from '../../../run/store/run-objects.ts';
import { commandText, connectionFlags, flagsText } from '../../shell/command-text.ts';
import { shortDigest } from '../../shell/short-text.ts';
import type { PlanContext } from '../command.ts';
import { preview } from '../preview.ts';
import { runPlan } from '../run-plan.ts';
import { allServices, projectsOf, targetArguments, targetsOf } from '../service-target.ts';
import type { ReclaimFlags } from './options.ts';

const requestOf = (targets: readonly ServiceName[]): Pick<RunRequest, 'reclaim' | 'projects'> => ({
  reclaim: [...targets],
  ...projectsOf(targets),
});

/** The same command with more options. */
const commandOf = (named: readonly string[], flags: ReclaimFlags, more = ''): string =>
  commandText('headroom reclaim', ...targetArguments(named), flagsText(connectionFlags(flags)), more);

/** @throws Error unless the policy enables it, because an empty list would look as if there were nothing to do */
const assertEnabled = async ({ store, platform }: PlatformPorts): Promise<void> => {
  const policy = parsePolicy(await readDocument(store), keys.policy, profileOf(platform.maximumKind));
  if (policy.reclaim?.enabled !== true)
    throw new Error('reclaim is off: add "reclaim: { enabled: true }" to the policy');
};

const nothingWritten = 'Nothing was removed.';

const hintOf = ({ mode, verdict, digest, freeze }: Plan, command: (more?: string) => string): string => {
  switch (verdict) {
    case 'apply':
    case 'needs-approval':
      return `${nothingWritten} Each service restarts node by node. To remove exactly this: ${command(`--approve ${shortDigest(digest)}`)}`;
    case 'observe':
      return `${nothingWritten} Mode is ${mode}: reclaim needs mode enforce.`;
    case 'nothing':
      return freeze === undefined || freeze.waiting.length === 0
        ? 'Nothing can be reclaimed.'
        : `${nothingWritten} A freeze holds it back; run this again afterwards.`;
  }
};

const isNothing = ({ plan, outcome }: ReportObject): boolean =>
  outcome === 'nothing' && plan?.changes.length === 0 && (plan.freeze?.waiting.length ?? 0) === 0;

/** Shows added storage that services no longer need, and removes what a person approves. */
export const run = async (context: PlanContext<ReclaimFlags>, named: readonly string[]): Promise<number> => {
  const { flags } = context;
  const targets = named.length === 0 ? allServices : targetsOf(named);
  if (flags.approve === undefined) {
    return preview(context, {
      command: 'headroom reclaim',
      request: requestOf(targets),
      asked: { reclaim: targets },
      check: ({ connection, context: { store } }) => assertEnabled({ ...connection.ports, store }),
      notesOf: (plan) => [hintOf(plan, (more) => commandOf(named, flags, more))],
    });
  }
  return runPlan(context, {
    command: 'headroom reclaim',
    request: { ...requestOf(targets), approvedDigest: flags.approve },
    approving: (digest) => commandOf(named, flags, `--approve ${digest}`),
    retry: commandOf(named, flags),
    shortfall: (report) => (isNothing(report) ? 'Nothing was removed: nothing can be reclaimed now.' : undefined),
    advice: ({ results }) =>
      results.length === 0 ? undefined : 'Maximums stay as they are. To see the disks: headroom disks',
  });
};
