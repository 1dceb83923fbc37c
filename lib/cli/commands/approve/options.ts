import { shortestDigest } from '../../../core/plan/plan-result.ts';
import {
  Argument,
  documentOptions,
  example,
  type FlagsOf,
  type Parent,
  planDigest,
  storeOptions,
} from '../../shell/options.ts';

const scope = `
Runs under an approval write at most what was approved: changes that are still needed, with the same start and not
beyond the approved maximum, each once. Whatever else is needed and exceeds guardrails is proposed as a plan of its own.`;

/** `headroom approve DIGEST`, or with a run request */
export const approveOptions = (parent: Parent) => {
  const command = storeOptions(
    parent
      .command('approve')
      .description('approve a plan; later runs apply at most these changes until the approval expires')
      .addArgument(
        new Argument('[digest]', `digest of the plan, or at least its first ${shortestDigest} characters`).argParser(
          planDigest,
        ),
      ),
  )
    .option('--exact', 'allow the whole plan or nothing, in one run')
    .option(
      '--request <json>',
      'approve an undo, an adoption, a reclaim or a preparation instead of a plan, as the refusal of its run gives it: a deployment with approvers requires it',
    )
    .addHelpText('after', scope);
  return example(documentOptions(command), 'headroom approve 3f9a1c7be204 --stack headroom');
};
export type ApproveFlags = FlagsOf<typeof approveOptions>;
