import type { RunRequest } from '../../../contract/run-request.ts';
import type { ServiceName } from '../../../core/model/grouping.ts';
import type { Plan } from '../../../core/plan/plan-result.ts';
import { commandText, connectionFlags, flagsText } from '../../shell/command-text.ts';
import { shortDigest } from '../../shell/short-text.ts';
import { UsageError } from '../../shell/usage-error.ts';
import type { PlanContext } from '../command.ts';
import { preview } from '../preview.ts';
import { runPlan } from '../run-plan.ts';
import { allServices, projectsOf, targetArguments, targetsOf } from '../service-target.ts';
import type { AdoptFlags } from './options.ts';

/** `headroom adopt`: makes Headroom manage autoscalers made by hand, without a write to the platform. */

const requestedIn = (named: readonly string[], { all }: AdoptFlags): readonly ServiceName[] => {
  if (all && named.length > 0) throw new UsageError('use --all without services');
  if (all) return allServices;
  if (named.length === 0) throw new UsageError('name services as PROJECT/SERVICE, or use --all');
  return targetsOf(named);
};

const requestOf = (adopt: readonly ServiceName[]): Pick<RunRequest, 'adopt' | 'projects'> => ({
  adopt: [...adopt],
  ...projectsOf(adopt),
});

/** The same command with more options. */
const commandOf = (named: readonly string[], flags: AdoptFlags, more = ''): string => {
  const all = flags.all ? '--all' : '';
  return commandText('headroom adopt', ...targetArguments(named), all, flagsText(connectionFlags(flags)), more);
};

const hintOf = ({ mode, verdict, digest }: Plan, command: (more?: string) => string): string | undefined => {
  switch (verdict) {
    case 'apply':
      return `Nothing was written. To adopt: ${command()}`;
    case 'needs-approval':
      return `Nothing was written. The plan exceeds guardrails; to approve exactly this plan: ${command(`--approve ${shortDigest(digest)}`)}`;
    case 'observe':
      return `Nothing was written. Mode is ${mode}: adopt needs mode enforce.`;
    case 'nothing':
      return undefined;
  }
};

/** The services that were named, not only covered by a glob, and are not managed by Headroom now; undefined if there are none. */
const shortfallOf = (plan: Plan | null, named: readonly string[]): string | undefined => {
  const missing = (plan?.findings ?? [])
    .filter(({ code, details }) => code === 'not-adopted' && details?.managedBy === undefined)
    .map(({ project, service }) => `${project}/${service}`)
    .filter((name) => named.includes(name));
  return missing.length === 0 ? undefined : `Not adopted: ${missing.join(', ')}; the findings above say why.`;
};

export const run = async (context: PlanContext<AdoptFlags>, named: readonly string[]): Promise<number> => {
  const { flags } = context;
  const adopt = requestedIn(named, flags);
  if (flags.dryRun) {
    return preview(context, {
      command: 'headroom adopt --dry-run',
      request: requestOf(adopt),
      asked: { adopt },
      notesOf: (plan) => [hintOf(plan, (more) => commandOf(named, flags, more))],
    });
  }
  return runPlan(context, {
    command: 'headroom adopt',
    request: { ...requestOf(adopt), approvedDigest: flags.approve },
    approving: (digest) => commandOf(named, flags, `--approve ${digest}`),
    retry: commandOf(named, flags),
    shortfall: ({ plan }) => shortfallOf(plan, named),
    advice: ({ results, runId }) =>
      results.length === 0
        ? undefined
        : `To see what policy changes next: headroom plan. To revert: headroom undo ${runId}`,
  });
};
