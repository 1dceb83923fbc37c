import { appliesPolicy } from '../../../core/plan/plan-input.ts';
import { runRequest } from '../../../contract/run-request.ts';
import { callerText } from '../../../core/audit/holder-text.ts';
import { hourMs, isoInstant } from '../../../core/model/durations.ts';
import { counted } from '../../../core/model/visible-text.ts';
import { approve } from '../../../run/approval/approvals.ts';
import { approveRequest } from '../../../run/approval/requests.ts';
import { systemClock } from '../../../run/system-clock.ts';
import { openForCommand } from '../../session/open-store.ts';
import { guardrailsIn } from '../../session/stored-policy.ts';
import type { CommandLine } from '../../shell/command-line.ts';
import { consoleOf } from '../../shell/console.ts';
import { shortDigest } from '../../shell/short-text.ts';
import { UsageError } from '../../shell/usage-error.ts';
import type { ApproveFlags } from './options.ts';

/** `headroom approve`: approves a proposed plan in the store, or a run request; the runs that follow carry it out. */

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** The request of a run, without its trigger. @throws UsageError unless it is an undo or an adoption */
const requestIn = (text: string) => {
  const json = parsed(text);
  const isObject = typeof json === 'object' && json !== null && !Array.isArray(json);
  const read = runRequest.safeParse(isObject ? { trigger: { kind: 'manual' }, ...json } : json);
  if (read.success && !appliesPolicy(read.data)) return read.data;
  throw new UsageError('--request is no undo and no adoption; use the JSON that the refused run gives');
};

const runForRequest = async (line: CommandLine, text: string, flags: ApproveFlags): Promise<void> => {
  const console = consoleOf(line, flags);
  const wanted = requestIn(text);
  const { store, identity } = await openForCommand(line.environment, flags);
  const { approvalHours } = await guardrailsIn(store);
  const { request, approvedAt, by } = await approveRequest({ store, clock: systemClock }, wanted, await identity());
  const expiresAt = isoInstant(Date.parse(approvedAt) + approvalHours * hourMs);
  if (flags.json) console.json({ request: JSON.parse(request), by, approvedAt, expiresAt });
  else console.line(`Approved request ${request} as ${callerText(by)}: runs may start with it until ${expiresAt}.`);
};

const runForPlan = async (line: CommandLine, prefix: string, flags: ApproveFlags): Promise<void> => {
  const console = consoleOf(line, flags);
  const { store, identity } = await openForCommand(line.environment, flags);
  const approving = { prefix, by: await identity(), exact: flags.exact === true };
  const open = await approve({ store, clock: systemClock }, approving, await guardrailsIn(store));
  const { digest, by, approvedAt, expiresAt, exact, changes, used } = open;
  const left = changes.length - used.size;
  if (flags.json) console.json({ digest, by, approvedAt, expiresAt, exact, changes: changes.length, left });
  else {
    const bound = exact ? 'exactly this plan, or nothing' : 'at most this plan';
    const as = callerText(by);
    console.line(
      `Approved plan ${shortDigest(digest)} as ${as}: runs carry out ${bound} until ${expiresAt} (${counted(left, 'change')}).`,
    );
  }
};

export const run = async (line: CommandLine, prefix: string | undefined, flags: ApproveFlags): Promise<void> => {
  if ((prefix === undefined) === (flags.request === undefined))
    throw new UsageError('name the plan by its digest, or give the request of a run with --request');
  if (flags.request !== undefined) return runForRequest(line, flags.request, flags);
  return runForPlan(line, prefix ?? '', flags);
};
