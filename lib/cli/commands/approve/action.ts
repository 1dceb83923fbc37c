import { runRequest } from '../../../contract/run-request.ts';
import { callerText } from '../../../core/audit/holder-text.ts';
import { hourMs, isoInstant } from '../../../core/model/durations.ts';
import { counted } from '../../../core/model/visible-text.ts';
import { appliesPolicy } from '../../../core/plan/plan-input.ts';
import { approve } from '../../../run/approval/approvals.ts';
import { approveRequest } from '../../../run/approval/requests.ts';
import { systemClock } from '../../../run/system-clock.ts';
import { guardrailsIn } from '../../session/stored-policy.ts';
import { shortDigest } from '../../shell/short-text.ts';
import { UsageError } from '../../shell/usage-error.ts';
import type { CommandContext } from '../command.ts';
import type { ApproveFlags } from './options.ts';

/** `headroom approve`: approves a proposed plan in the store, or a run request; the runs that follow carry it out. */

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** The request of a run, without its trigger. @throws UsageError unless it is one that an approver decides about */
const requestIn = (text: string) => {
  const json = parsed(text);
  const isObject = typeof json === 'object' && json !== null && !Array.isArray(json);
  const read = runRequest.safeParse(isObject ? { trigger: { kind: 'manual' }, ...json } : json);
  if (read.success && (!appliesPolicy(read.data) || read.data.duringFreeze !== undefined)) return read.data;
  throw new UsageError('--request needs no approval of its own; use the JSON that the refused run gives');
};

const runForRequest = async ({ console, openStore }: CommandContext<ApproveFlags>, text: string): Promise<void> => {
  const wanted = requestIn(text);
  const { store, identity } = await openStore();
  const { approvalHours } = await guardrailsIn(store);
  const { request, approvedAt, by } = await approveRequest({ store, clock: systemClock }, wanted, await identity());
  const expiresAt = isoInstant(Date.parse(approvedAt) + approvalHours * hourMs);
  console.answer({ request: JSON.parse(request), by, approvedAt, expiresAt }, () =>
    console.line(`Approved request ${request} as ${callerText(by)}: runs may start with it until ${expiresAt}.`),
  );
};

const runForPlan = async (context: CommandContext<ApproveFlags>, prefix: string): Promise<void> => {
  const { flags, console, openStore } = context;
  const { store, identity } = await openStore();
  const approving = { prefix, by: await identity(), exact: flags.exact === true };
  const open = await approve({ store, clock: systemClock }, approving, await guardrailsIn(store));
  const { digest, by, approvedAt, expiresAt, exact, changes, used } = open;
  const left = changes.length - used.size;
  const bound = exact ? 'exactly this plan, or nothing' : 'at most this plan';
  console.answer({ digest, by, approvedAt, expiresAt, exact, changes: changes.length, left }, () =>
    console.line(
      `Approved plan ${shortDigest(digest)} as ${callerText(by)}: runs carry out ${bound} until ${expiresAt} (${counted(left, 'change')}).`,
    ),
  );
};

export const run = async (context: CommandContext<ApproveFlags>, prefix?: string): Promise<void> => {
  const { request } = context.flags;
  if ((prefix === undefined) === (request === undefined))
    throw new UsageError('name the plan by its digest, or give the request of a run with --request');
  return request === undefined ? runForPlan(context, prefix ?? '') : runForRequest(context, request);
};
