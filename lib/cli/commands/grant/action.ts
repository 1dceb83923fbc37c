import type { Grant } from '../../../core/grants/grants.ts';
import { dayMs, isCalendarDate, isoInstant } from '../../../core/model/durations.ts';
import type { ServiceName } from '../../../core/model/grouping.ts';
import type { Plan } from '../../../core/plan/plan-result.ts';
import { neverEligible } from '../../../core/policy/eligibility.ts';
import { largestMaximumGb } from '../../../core/policy/override-tags.ts';
import { taskHandlers } from '../../../local/task-handlers.ts';
import type { Store } from '../../../ports.ts';
import { readRecord } from '../../../run/inventory/record.ts';
import { endGrant, putGrant, readGrants, withGrant } from '../../../run/policy/grants.ts';
import { runPolicy } from '../../../run/policy/policy-in-force.ts';
import { objectText } from '../../../run/store/content.ts';
import { keys } from '../../../run/store/keys.ts';
import { systemClock } from '../../../run/system-clock.ts';
import { lookOnce } from '../../session/run.ts';
import { exitStatus } from '../../shell/command-line.ts';
import { connectionFlags, flagsText } from '../../shell/command-text.ts';
import type { Console } from '../../shell/console.ts';
import { UsageError } from '../../shell/usage-error.ts';
import { partOfPlan, type Shows } from '../../views/part-of-plan.ts';
import { planDocument, showPlan, showPlanLine } from '../../views/plan-view.ts';
import type { PlanContext } from '../command.ts';
import { freezeReason, freezeText } from '../during-freeze.ts';
import { runPlan } from '../run-plan.ts';
import { parseTarget } from '../service-target.ts';
import type { GrantFlags } from './options.ts';
import { grantAnswer, grantShortfall } from './view.ts';

/** `headroom grant`: more room for one service, now and for some days. */

/** Long enough to change the policy in working hours. */
const defaultDays = 7;

/** Beyond a month it is no emergency, and the policy says what the service needs. */
const mostDays = 31;

const dayAfter = (nowMs: number, days: number): string => isoInstant(nowMs + days * dayMs).slice(0, 10);

const throughOf = ({ until }: GrantFlags, nowMs: number): string => {
  if (until === undefined) return dayAfter(nowMs, defaultDays);
  if (!isCalendarDate(until))
    throw new UsageError(`--until ${until}: use a date such as ${dayAfter(nowMs, defaultDays)}`);
  if (until < dayAfter(nowMs, 0)) throw new UsageError(`--until ${until} is in the past`);
  const last = dayAfter(nowMs, mostDays);
  if (until > last)
    throw new UsageError(
      `--until ${until}: a grant ends on ${last} at the latest; for longer, raise the maximum in the policy`,
    );
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
    return { body: objectText({ grants: withGrant(await readGrants(store), grant) }), version: 'preview' };
  },
});

/** @throws Error if the type or the plan of the service never has the autoscaler */
const assertScalable = async (store: Store, organization: string, { project, service: name }: ServiceName) => {
  const record = await readRecord(store, organization, project);
  const service = record?.services.find((each) => each.name === name);
  const reason = service === undefined ? null : neverEligible(service);
  if (reason !== null) throw new Error(`nothing is granted to ${project}/${name}: ${reason}`);
};

/** The grant, and the plan as it would be with it; nothing is written. */
const planWith = ({ open }: PlanContext<GrantFlags>, wanted: Omit<Grant, 'by'>, duringFreeze: string | undefined) =>
  open('looks', async ({ connection, context }) => {
    const grant: Grant = { ...wanted, by: await connection.ports.approver() };
    const { project, service } = grant;
    const store = showing(context.store, grant);
    const handlers = taskHandlers({ ...connection.ports, store });
    const request = {
      trigger: { kind: 'manual', by: 'headroom grant' } as const,
      projects: [grant.project],
      only: { project, service },
      duringFreeze,
    };
    const { plan, run } = await lookOnce({ ...context, store, handlers }, request);
    await assertScalable(context.store, connection.ports.platform.organization, grant);
    return { plan, largestMaximumGb: runPolicy(run).limits?.maxAdditionalGb, grant, calls: connection.client.calls() };
  });

const commandOf = (flags: GrantFlags, { project }: ServiceName, more: string): string => {
  const options = flagsText({ ...connectionFlags(flags), project });
  return `headroom apply ${options}${more}`;
};

const end = ({ open, console }: PlanContext<GrantFlags>, target: ServiceName): Promise<number> =>
  open('looks', async ({ context }) => {
    const ended = await endGrant(context.store, target);
    const name = `${target.project}/${target.service}`;
    console.line(
      ended ? `The grant of ${name} has ended; the next plan applies rules and tags.` : `${name} has no grant.`,
    );
    return exitStatus.ok;
  });

/** Who grants at night needs what concerns the service, not every finding of its project. */
const concerns =
  ({ project, service }: ServiceName): Shows =>
  (name) =>
    name.project === project && name.service === service;

const preview = (console: Console, plan: Plan, target: ServiceName, calls: Parameters<typeof planDocument>[1]) => {
  console.answer(planDocument(plan, calls, null), () => {
    const part = partOfPlan(plan, concerns(target));
    showPlan(console, part);
    showPlanLine(console, part);
  });
  console.note('Nothing was granted or written: --dry-run.');
  return exitStatus.ok;
};

export const run = async (context: PlanContext<GrantFlags>, text: string, gb?: string): Promise<number> => {
  const { flags, console } = context;
  const target = parseTarget(text);
  if (flags.end) {
    if (gb !== undefined) throw new UsageError('use --end without GB');
    return end(context, target);
  }
  const nowMs = systemClock.now();
  const duringFreeze = freezeReason(context.line, flags);
  const wanted = { ...target, maxGb: gbOf(gb), through: throughOf(flags, nowMs), at: isoInstant(nowMs) };
  const { plan, largestMaximumGb, grant, calls } = await planWith(context, wanted, duringFreeze);
  console.note(grantAnswer(plan, grant, largestMaximumGb));
  if (flags.dryRun) return preview(console, plan, target, calls);
  return runPlan(context, {
    command: `headroom grant ${text} ${gb}${freezeText(duringFreeze)}`,
    request: { projects: [target.project], only: target, approvedDigest: flags.approve, duringFreeze },
    begin: async (store) => {
      const takeBack = await putGrant(store, grant);
      return () =>
        takeBack().then(
          () => console.note('Nothing is granted.'),
          () => console.note(`The grant is recorded all the same. To end it: headroom grant ${text} --end`),
        );
    },
    shows: concerns(target),
    approving: (digest) => commandOf(flags, target, ` --approve ${digest}`),
    retry: commandOf(flags, target, ''),
    shortfall: ({ plan: made }) => grantShortfall(made, grant),
    advice: () => `The grant ends by itself after ${grant.through}. To end it before: headroom grant ${text} --end`,
  });
};
