import type { Grant } from '../../core/grants/grants.ts';
import { isCalendarDate } from '../../core/model/calendar-date.ts';
import type { Decision } from '../../core/model/decision.ts';
import { dayMs, isoInstant } from '../../core/model/durations.ts';
import { mayLook } from '../../core/model/mode.ts';
import { reasonText } from '../../core/model/reason.ts';
import type { Plan } from '../../core/plan/plan-result.ts';
import { largestMaximumGb } from '../../core/policy/override-tags.ts';
import { taskHandlers } from '../../local/task-handlers.ts';
import type { Store } from '../../ports.ts';
import { endGrant, putGrant, readGrants, withGrant } from '../../run/policy/grants.ts';
import { keys } from '../../run/store/keys.ts';
import { systemClock } from '../../run/system-clock.ts';
import { lookOnce } from '../session/run.ts';
import { exitStatus } from '../shell/command-line.ts';
import { connectionFlags, flagsText } from '../shell/command-text.ts';
import { UsageError } from '../shell/usage-error.ts';
import { planDocument, showPlan, showPlanLine } from '../views/plan-view.ts';
import { runPlan, type WritingFlags } from './run-plan.ts';
import { parseTarget, type ServiceTarget } from './service-target.ts';
import type { CommandContext } from './session-command.ts';

/** `headroom grant`: more room for one service, now and for some days. */

interface GrantFlags extends WritingFlags {
  readonly until?: string;
  readonly end?: boolean;
  readonly dryRun?: boolean;
}

/** Long enough to change the policy in working hours. */
const defaultDays = 7;

const dayAfter = (nowMs: number, days: number): string => isoInstant(nowMs + days * dayMs).slice(0, 10);

const throughOf = ({ until }: GrantFlags, nowMs: number): string => {
  if (until === undefined) return dayAfter(nowMs, defaultDays);
  if (!isCalendarDate(until))
    throw new UsageError(`--until ${until}: use a date such as ${dayAfter(nowMs, defaultDays)}`);
  if (until < dayAfter(nowMs, 0)) throw new UsageError(`--until ${until} is in the past`);
  return until;
};

const gbOf = (text: string | undefined): number => {
  const gb = /^\d{1,9}$/.test(text ?? '') ? Number(text) : 0;
  if (gb >= 1 && gb <= largestMaximumGb) return gb;
  throw new UsageError('name the new maximum in whole GB of additional storage, such as 200');
};

/** A store that shows one more grant than it contains. */
const showing = (store: Store, grant: Grant): Store => ({
  ...store,
  get: async (key) => {
    if (key !== keys.grants) return store.get(key);
    return { body: JSON.stringify({ grants: withGrant(await readGrants(store), grant) }), version: 'preview' };
  },
});

/** The grant, and the plan as it would be with it; nothing is written. */
const planWith = ({ open }: CommandContext<GrantFlags>, wanted: Omit<Grant, 'by'>) =>
  open('looks', async ({ connection, context }) => {
    const grant: Grant = { ...wanted, by: await connection.ports.approver() };
    const { project, service } = grant;
    const store = showing(context.store, grant);
    const handlers = taskHandlers({ ...connection.ports, store });
    const request = {
      trigger: { kind: 'manual', by: 'headroom grant' } as const,
      projects: [grant.project],
      only: { project, service },
    };
    const looked = await lookOnce({ ...context, store, handlers }, request);
    return { ...looked, grant, calls: connection.client.calls() };
  });

/** Why the plan leaves the maximum as it is; undefined if it sets it, or if the service has it already. */
const heldBack = ({ changes, approval, freeze, findings }: Plan, { project, service, ...decision }: Decision) => {
  const isOf = (at: { project: string; service?: string | null }) => at.project === project && at.service === service;
  if ([...changes, ...(approval?.rest?.changes ?? [])].some(isOf)) return undefined;
  if ((decision.actual?.maximumGb ?? null) === decision.maxAdditionalGb) return undefined;
  if (freeze?.waiting.some(isOf)) return `it waits for the end of the freeze: ${freeze.reason}`;
  const ofBudget = reasonText(decision.reasons.filter(({ source }) => source === 'budget'));
  return ofBudget || findings.find(isOf)?.message || 'headroom explain shows why';
};

/** What policy and budget make of the grant, in one line. @throws Error if the grant would have no effect */
const answerOf = (plan: Plan, { project, service, maxGb, through }: Grant): string => {
  const { decisions, mode } = plan;
  if (!mayLook(mode)) return 'Mode is stop: no calls were made.';
  const decision = decisions.find((each) => each.project === project && each.service === service);
  if (decision === undefined)
    throw new Error(`project ${project} has no service ${service}, or could not be read; nothing is granted`);
  const { effect, maxAdditionalGb = 0, actual, reasons } = decision;
  if (effect !== 'enable' || actual?.exempt)
    throw new Error(
      `policy does not enable the autoscaler of ${project}/${service}, so nothing is granted: ${reasonText(reasons)}`,
    );
  const present = actual?.maximumGb ?? null;
  const from = present === null ? 'no maximum now' : `${present} GB now`;
  const ofBudget = reasonText(reasons.filter(({ source }) => source === 'budget'));
  const granted = `${project}/${service}: ${from}, ${maxGb} GB granted through ${through};`;
  const held = heldBack(plan, decision);
  if (held !== undefined) return `${granted} not set now: ${held}`;
  const gives = maxAdditionalGb < maxGb ? `the plan sets ${maxAdditionalGb} GB. ${ofBudget}` : 'budgets allow it.';
  const isMore = maxAdditionalGb > maxGb ? ` Policy already allows ${maxAdditionalGb} GB.` : '';
  return `${granted} ${gives}${isMore}`;
};

const commandOf = (flags: GrantFlags, { project }: ServiceTarget, more: string): string => {
  const options = flagsText({ ...connectionFlags(flags), policy: flags.policy, project });
  return `headroom apply ${options}${more}`;
};

const end = ({ open, console }: CommandContext<GrantFlags>, target: ServiceTarget): Promise<number> =>
  open('looks', async ({ context }) => {
    const ended = await endGrant(context.store, target);
    const name = `${target.project}/${target.service}`;
    console.line(
      ended ? `The grant of ${name} has ended; the next plan applies rules and tags.` : `${name} has no grant.`,
    );
    return exitStatus.ok;
  });

const preview = (
  { flags, console }: CommandContext<GrantFlags>,
  plan: Plan,
  calls: Parameters<typeof planDocument>[1],
) => {
  if (flags.json) console.json(planDocument(plan, calls, null));
  else {
    showPlan(console, plan);
    showPlanLine(console, plan);
  }
  console.note('Nothing was granted or written: --dry-run.');
  return exitStatus.ok;
};

export const run = async (context: CommandContext<GrantFlags>, text: string, gb?: string): Promise<number> => {
  const { flags, console } = context;
  const target = parseTarget(text);
  if (flags.end) {
    if (gb !== undefined) throw new UsageError('use --end without GB');
    return end(context, target);
  }
  const nowMs = systemClock.now();
  const wanted = { ...target, maxGb: gbOf(gb), through: throughOf(flags, nowMs), at: isoInstant(nowMs) };
  const { plan, grant, calls } = await planWith(context, wanted);
  console.note(answerOf(plan, grant));
  if (flags.dryRun) return preview(context, plan, calls);
  await context.open('looks', async ({ context: { store } }) => putGrant(store, grant));
  return runPlan(context, {
    command: `headroom grant ${text} ${gb}`,
    request: { projects: [target.project], only: target, approvedDigest: flags.approve },
    approving: (digest) => commandOf(flags, target, ` --approve ${digest}`),
    again: commandOf(flags, target, ''),
    advice: () => `The grant ends by itself after ${grant.through}. To end it before: headroom grant ${text} --end`,
  });
};
