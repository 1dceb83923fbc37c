import type { RunRequest } from '../../../contract/run-request.ts';
import type { Plan } from '../../../core/plan/plan-result.ts';
import { largestMaximumGb } from '../../../core/policy/override-tags.ts';
import { commandText, connectionFlags, flagsText } from '../../shell/command-text.ts';
import { UsageError } from '../../shell/usage-error.ts';
import type { PlanContext } from '../command.ts';
import { freezeReason, freezeText } from '../during-freeze.ts';
import { preview } from '../preview.ts';
import { runPlan } from '../run-plan.ts';
import { parseTarget } from '../service-target.ts';
import type { GrowthFlags } from './options.ts';

const gbOf = (text: string): number => {
  const gb = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (gb >= 1 && gb <= largestMaximumGb) return gb;
  throw new UsageError('name the storage to add in whole GB, such as 50');
};

/** Why nothing is added; undefined if the plan adds something. */
const refusal = ({ findings }: Plan): string | undefined => findings.find(({ code }) => code === 'not-grown')?.message;

/** Adds storage to one disk, after a question. */
export const run = async (context: PlanContext<GrowthFlags>, text: string, size: string): Promise<number> => {
  const { flags, line } = context;
  const { project, service } = parseTarget(text);
  const gb = gbOf(size);
  const duringFreeze = freezeReason(line, flags);
  const request: Pick<RunRequest, 'projects' | 'grow' | 'duringFreeze'> = {
    projects: [project],
    grow: { project, service, gb },
    duringFreeze,
  };
  const command = `headroom grow ${text} ${gb}${freezeText(duringFreeze)}`;
  if (flags.dryRun) {
    const notesOf = () => ['Nothing was written: --dry-run.'];
    return preview(context, { command, request, asked: { grow: request.grow }, notesOf });
  }
  const commandOf = (more = ''): string =>
    commandText('headroom grow', text, String(gb), flagsText(connectionFlags(flags)), more);
  return runPlan(context, {
    command,
    request: { ...request, approvedDigest: flags.approve },
    approving: (digest) => commandOf(`--approve ${digest}`),
    retry: commandOf(),
    shortfall: ({ plan }) => (plan === null ? undefined : refusal(plan)),
  });
};
