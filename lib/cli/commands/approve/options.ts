import { shortestDigest } from '../../../core/plan/plan-result.ts';
import {
  Argument,
  documentOptions,
  type FlagsOf,
  type NewCommand,
  planDigest,
  storeOptions,
} from '../../shell/options.ts';

const scope = `
Runs under an approval write at most what was approved: changes that are still needed, with the same start and not
beyond the approved maximum, each once. Whatever else is needed and exceeds guardrails is proposed as a plan of its own.`;

const digest = new Argument('[digest]', `digest of the plan, or at least its first ${shortestDigest} characters`);

/** `headroom approve DIGEST`, or with a run request */
export const approveOptions = (command: NewCommand) =>
  documentOptions(
    storeOptions(
      command
        .description('approve a plan; later runs apply at most these changes until the approval expires')
        .addArgument(digest.argParser(planDigest)),
    )
      .option('--exact', 'allow the whole plan or nothing, in one run')
      .option(
        '--request <json>',
        'approve an undo, an adoption, a reclaim or added storage instead of a plan, as the refusal of its run gives it: a deployment with approvers requires it',
      )
      .addHelpText('after', scope),
  );
export type ApproveFlags = FlagsOf<typeof approveOptions>;
