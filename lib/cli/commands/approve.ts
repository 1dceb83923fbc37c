import { Argument, type Command } from 'commander';
import { policyDefaults } from '../../core/policy/policy-defaults.ts';
import { parsePolicyOfAnyProfile } from '../../documents/documents.ts';
import type { Store } from '../../ports.ts';
import { approve } from '../../run/approval/approvals.ts';
import { shortestDigest } from '../../run/approval/proposals.ts';
import { keys } from '../../run/store/keys.ts';
import { systemClock } from '../../run/system-clock.ts';
import { openCommandStore, type StoreFlags, storeOptions } from '../session/open-store.ts';
import { type CommandLine, consoleOf, type End, example, exitStatus } from '../shell/command-line.ts';
import { documentFormats, type OutputFlags, outputOptions } from '../shell/output.ts';
import { shortDigest } from '../shell/short-text.ts';
import { modeSetter } from './mode.ts';

/** `headroom approve`: approves a proposed plan in the store; the runs that follow carry it out. */

interface ApproveFlags extends StoreFlags, OutputFlags {
  readonly exact?: boolean;
}

/** The guardrails of the policy in the store; without one the defaults. @throws PolicyInvalid */
const guardrailsIn = async (store: Store) => {
  const stored = await store.get(keys.policy);
  return stored === undefined
    ? policyDefaults.guardrails
    : parsePolicyOfAnyProfile(stored.body, keys.policy).guardrails;
};

const run = async (line: CommandLine, prefix: string, flags: ApproveFlags): Promise<void> => {
  const console = consoleOf(line, flags);
  const store = await openCommandStore(line.environment, flags);
  const approving = { prefix, by: modeSetter(line), exact: flags.exact === true };
  const open = await approve({ store, clock: systemClock }, approving, await guardrailsIn(store));
  const { digest, by, approvedAt, expiresAt, exact, changes, used } = open;
  const left = changes.length - used.size;
  if (flags.json) console.json({ digest, by, approvedAt, expiresAt, exact, changes: changes.length, left });
  else {
    const bound = exact ? 'exactly this plan, or nothing' : 'at most this plan';
    console.line(`Approved plan ${shortDigest(digest)}: runs carry out ${bound} until ${expiresAt} (${left} changes).`);
  }
};

const scope = `
Runs under an approval write at most what was approved: changes that are still needed, with the same start and not
beyond the approved maximum, each once. Whatever else is needed and exceeds guardrails is proposed as a plan of its own.`;

/** `headroom approve DIGEST` */
export const addApprove = (program: Command, line: CommandLine, end: End): void => {
  const command = storeOptions(
    program
      .command('approve')
      .description('approve a proposed plan: following runs carry out at most that plan, until the approval expires')
      .addArgument(new Argument('<digest>', `digest of the plan, or at least its first ${shortestDigest} characters`)),
  )
    .option('--exact', 'allow the whole plan or nothing, in one run')
    .addHelpText('after', scope);
  outputOptions(command, documentFormats);
  example(command, 'headroom approve 3f9a1c7be204 --bucket BUCKET').action(
    async (prefix: string, flags: ApproveFlags) => {
      await run(line, prefix, flags);
      end(exitStatus.ok);
    },
  );
};
