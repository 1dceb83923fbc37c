import { ApprovalUsed, PlanMoved } from '../../../contract/errors.ts';
import { isoInstant } from '../../../core/model/durations.ts';
import { shortestDigest } from '../../../core/plan/plan-result.ts';
import type { Store } from '../../../ports.ts';
import { approvedDigestOf, proposedHere } from '../../../run/approval/proposed-plans.ts';
import { isAllInPlace } from '../../../run/plan/in-place.ts';
import type { ProposedPlan } from '../../../run/store/run-objects.ts';
import { systemClock } from '../../../run/system-clock.ts';
import { addressed } from '../../session/connection.ts';
import { readPlanFile } from '../../session/plan-file.ts';
import { exitStatus } from '../../shell/command-line.ts';
import { commandText, connectionFlags, flagsText } from '../../shell/command-text.ts';
import { UsageError } from '../../shell/usage-error.ts';
import type { PlanContext } from '../command.ts';
import { type ApplyRequest, runPlan } from '../run-plan.ts';
import type { ApplyFlags } from './options.ts';

/** What a request names: a digest, projects, the plan of a file. */
type Named = Pick<ApplyRequest, 'request' | 'inFile'>;

/** The approved digest and the projects. A plan file names its projects itself. */
const approval = async ({ line, flags }: PlanContext<ApplyFlags>): Promise<Named> => {
  const { plan, approve, project, exact } = flags;
  if (exact && approve === undefined) {
    throw new UsageError('use --exact with --approve: it applies exactly the approved plan, or nothing');
  }
  if (plan === undefined) return { request: { approvedDigest: approve, projects: project, exact } };
  if (project !== undefined) throw new UsageError('use --plan without --project: the file names the projects');
  const { undo, undoPart, proposal, ...inFile } = await readPlanFile(plan, addressed(flags, line.environment));
  const { digest } = inFile;
  const named = [digest, ...(proposal == null ? [] : [proposal.digest])];
  const isApproved =
    approve !== undefined && approve.length >= shortestDigest && named.some((pending) => pending.startsWith(approve));
  if (approve !== undefined && !isApproved) {
    throw new UsageError(
      `--approve ${approve}: the plan in ${plan} is ${digest}; approve that digest, or omit --approve`,
    );
  }
  return {
    request: {
      approvedDigest: isApproved ? digest : undefined,
      projects: inFile.projects ?? undefined,
      exact,
      undo,
      undoPart,
    },
    inFile,
  };
};

/** The follow-up command, with the same platform, store, policy and projects. */
const commandOf = (flags: ApplyFlags, approve: string | undefined): string => {
  const options = flagsText({ approve, ...connectionFlags(flags), plan: flags.plan, project: flags.project });
  return commandText('headroom apply', options, flags.exact && approve !== undefined ? '--exact' : '');
};

/** The plan that was used or differs from the present one; undefined if the request names none. */
const namedPlan = async (store: Store, { request, inFile }: Named): Promise<ProposedPlan | undefined> => {
  if (inFile !== undefined || request.approvedDigest === undefined) return inFile;
  return proposedHere(store, await approvedDigestOf(store, null, request.approvedDigest));
};

/**
 * A CI system repeats a job, and so an `apply` whose plan was carried out. That is no refusal if all of the plan is in place.
 * @throws the refusal itself, otherwise
 */
const unlessInPlace = async (
  { flags, console, open }: PlanContext<ApplyFlags>,
  named: Named,
  since: string,
  refusal: unknown,
): Promise<number> => {
  if (!(refusal instanceof ApprovalUsed || refusal instanceof PlanMoved)) throw refusal;
  return open('looks', async ({ connection: { ports } }) => {
    const plan = await namedPlan(ports.store, named);
    if (plan === undefined || !(await isAllInPlace(ports, plan, since))) throw refusal;
    const { digest, changes } = plan;
    if (flags.json) console.json({ digest, outcome: 'nothing', inPlace: changes.length, changes: [], results: [] });
    console.line(
      changes.length === 1
        ? 'The 1 change is already in place.'
        : `All ${changes.length} changes are already in place.`,
    );
    return exitStatus.ok;
  });
};

/** Applies the plan and shows the result of each change. */
export const run = async (context: PlanContext<ApplyFlags>): Promise<number> => {
  const named = await approval(context);
  const since = isoInstant(systemClock.now());
  try {
    return await runPlan(context, {
      command: 'headroom apply',
      ...named,
      approving: (digest) => commandOf(context.flags, digest),
      retry: commandOf(context.flags, context.flags.approve),
    });
  } catch (error) {
    return unlessInPlace(context, named, since, error);
  }
};
