import { troublesIn } from '../../core/disk/disk-troubles.ts';
import { inWords, minuteMs } from '../../core/model/durations.ts';
import { cents } from '../../core/model/money.ts';
import { oncePerObject } from '../../core/model/remembering.ts';
import { counted, grouped } from '../../core/model/visible-text.ts';
import { shortPlanLine } from '../../core/plan/line.ts';
import type { Plan } from '../../core/plan/plan-result.ts';
import type { ReportObject } from '../../run/store/run-objects.ts';
import { waitingPlan } from './waiting.ts';

/** Something that needs a person, with the page that shows it. */
interface Attention {
  readonly level: 'now' | 'soon';
  readonly text: string;
  readonly detail: string;
  readonly href: string;
}

/** One item, or none. */
const when = (applies: boolean, level: Attention['level'], text: string, detail: string, href: string): Attention[] =>
  applies ? [{ level, text, detail, href }] : [];

const waitingPlans = (plan: Plan): Attention[] => {
  const waiting = waitingPlan(plan);
  if (waiting === null) return [];
  const { digest, summary, violations } = waiting;
  const why = violations.map(({ message }) => message).join(' ');
  const detail = grouped(`${shortPlanLine({ summary, findings: plan.findings })} ${why}`);
  return when(true, 'now', `Plan ${digest.slice(0, 12)} waits for approval`, detail, `/approve/${digest}`);
};

/** The plan of a later run: for some projects, or of an undo or an adoption, which only its own command approves. */
const waitingSince = ({ runId, plan, part }: ReportObject): Attention[] => {
  const waiting = waitingPlan(plan);
  if (plan === null || waiting === null) return [];
  if (part) return waitingPlans(plan);
  const text = `The latest run waits for approval of its plan ${waiting.digest.slice(0, 12)}`;
  return when(true, 'now', text, grouped(shortPlanLine({ ...waiting, findings: plan.findings })), `/runs/${runId}`);
};

/** Names of the first services, and how many more there are. */
const named = (services: readonly { readonly project: string; readonly service: string }[]): string => {
  const first = services.slice(0, 3).map(({ project, service }) => `${project}/${service}`);
  const more = services.length - first.length;
  return more > 0 ? `${first.join(', ')} and ${grouped(more)} more` : first.join(', ');
};

const disks = ({ findings }: Plan): Attention[] =>
  troublesIn(findings).map(({ code, isNow, text, at }) => ({
    level: isNow ? 'now' : 'soon',
    text: `${grouped(counted(at.length, 'disk'))} ${text}`,
    detail: named(at),
    href: `/findings?code=${code}`,
  }));

const budgets = (plan: Plan): Attention[] =>
  plan.budgets.flatMap(({ name, frozen, withheld, floorMonthly, grantableMonthly, currency }) => {
    const cost = `Disks and maximums that cannot be lowered cost ${grouped(cents(floorMonthly))} ${currency} a month, ${grouped(cents(grantableMonthly))} are available.`;
    return frozen
      ? when(true, 'now', `Budget ${name} is exceeded`, cost, '/budgets')
      : when(withheld !== null, 'now', `Budget ${name} grants nothing`, withheld ?? '', '/budgets');
  });

const readings = ({ readings: used }: Plan): Attention[] => {
  if (used === undefined || used.promisedMinutes === null) return [];
  const { oldestMinutes, oldestProject, promisedMinutes } = used;
  const age = inWords(oldestMinutes * minuteMs);
  const detail = `${oldestProject}; the promise is ${inWords(promisedMinutes * minuteMs)}.`;
  return when(oldestMinutes > promisedMinutes, 'soon', `The oldest reading is ${age} old`, detail, '/findings');
};

const failedChanges = (reports: readonly ReportObject[]): Attention[] => {
  const failed = reports.flatMap(({ results }) => results).filter(({ status }) => status === 'failed').length;
  return when(failed > 0, 'now', `${grouped(counted(failed, 'change'))} failed`, 'The next run tries again.', '/runs');
};

const failures = ({ outcome, error, cause, unread }: ReportObject): Attention[] => {
  const firstUnread = unread.slice(0, 3).map(({ project, error: why }) => `${project}: ${why}`);
  return [
    ...when(outcome === 'failed', 'now', `The latest run failed: ${error}`, cause ?? '', '/runs'),
    ...when(
      unread.length > 0,
      'soon',
      `${grouped(counted(unread.length, 'project'))} could not be read`,
      firstUnread.join(', '),
      '/findings?code=project-unread',
    ),
  ];
};

/** What happened after a run that describes the services. */
interface Since {
  /** The report of a later run, which describes none. */
  readonly newer?: ReportObject | undefined;
  /** Who approved the plan that waited. */
  readonly approver?: string | undefined;
}

const byLevel = (items: readonly Attention[]): Attention[] =>
  items.toSorted((a, b) => Number(a.level === 'soon') - Number(b.level === 'soon'));

/** Once for each plan: every finding is looked at. */
const disksOf = oncePerObject((plan: Plan) => byLevel(disks(plan)));

/** What needs a person because of disks, the most urgent first. */
export const fullDisks = ({ plan }: ReportObject): readonly Attention[] => (plan === null ? [] : disksOf(plan));

/** What else waits for a person after a run, the most urgent first. */
export const waitsFor = (report: ReportObject, { newer, approver }: Since = {}): Attention[] => {
  const { plan } = report;
  return byLevel([
    ...(plan === null || approver !== undefined ? [] : waitingPlans(plan)),
    ...(newer === undefined ? [] : waitingSince(newer)),
    ...failures(newer ?? report),
    ...failedChanges(newer === undefined ? [report] : [report, newer]),
    ...(plan === null ? [] : [...budgets(plan), ...readings(plan)]),
  ]);
};
