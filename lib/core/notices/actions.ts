import type { Finding } from '../model/decision.ts';

/** The one thing to do about a finding. */
export interface Action {
  /** One sentence. */
  readonly text: string;
  /** Command line that does it, or shows what to do. */
  readonly command: string;
  /** Page of the dashboard, from its root. */
  readonly page: string;
  /** Section of docs/runbook.md, as an anchor; empty without one. */
  readonly section: string;
  /** Digest of the plan that waits for an approval; absent for every other finding. */
  readonly approves?: string;
}

/** A name as one word of a command line. */
const quoted = (name: string): string =>
  /^[\w@%+=:,./-]+$/.test(name) ? name : `'${name.replaceAll("'", String.raw`'\''`)}'`;

const servicePage = ({ project, service }: Finding): string =>
  `/services/${encodeURIComponent(project)}/${encodeURIComponent(service)}`;

/** What there is to do about a finding without a row. */
const look = (finding: Finding): Action => {
  const { project, service } = finding;
  const text = 'See why, and what to do.';
  if (service === '') return { text, command: 'headroom report', page: '/findings', section: '' };
  const command = `headroom explain ${quoted(`${project}/${service}`)}`;
  return { text, command, page: servicePage(finding), section: '' };
};

const ofService =
  (text: string, section: string) =>
  (finding: Finding): Action => ({ ...look(finding), text, section });

const ofBudgets = (text: string, section: string) => (): Action => ({
  text,
  command: 'headroom budget',
  page: '/budgets',
  section,
});

/** A disk that its budget gives no room needs a decision about the budget. */
const ofDisk =
  (text: string) =>
  (finding: Finding): Action =>
    finding.details?.budget === undefined
      ? ofService(text, 'when-a-disk-is-full')(finding)
      : ofBudgets('Free space on the disk, or give it room in its budget.', 'when-a-disk-fills-up')();

const actions: Readonly<Record<string, (finding: Finding) => Action>> = {
  'disk-full': ofDisk('Do what the message says: the disk is full and cannot grow.'),
  'autoscaler-stuck': ofService(
    'Start the maintenance of the service, or move it to a larger plan.',
    'when-a-disk-is-full',
  ),
  'plan-limit-reached': ofService(
    'Move the service to a larger plan, or free space on its disk.',
    'when-a-disk-is-full',
  ),
  'maximum-reached': ofService('Raise the maximum of the disk, or free space on it.', 'maximumreached'),
  'maximum-soon': ofService('Raise the maximum of the disk, or free space on it.', 'maximumsoon'),
  'growth-runaway': ofService('Find what writes so much; grant more room if it is to stay.', 'maximumsoon'),
  'disk-fills-up': ofDisk('Free space on the disk, or give it room to grow.'),
  'budget-exceeded': ofBudgets('Raise the budget, or delete services that are no longer needed.', 'budgetexceeded'),
  'budget-nearly-used': ofBudgets('Decide whether the budget must be raised.', 'budgetexceeded'),
  'budget-short': ofBudgets('Raise the budget, or free space on the disks.', 'when-a-disk-fills-up'),
  drift: ofService('See who changed it, and whether the next run repairs it.', 'autoscalerlost'),
  'maximum-below-promise': ofBudgets('Decide what the budget is to give the service.', 'budgetexceeded'),
  'change-taken-back': ofService('See who changed it; grant more room to keep a larger maximum.', 'autoscalerlost'),
  'raise-kept': ofService('Grant the room, or raise the maximum in the policy, to keep it.', 'autoscalerlost'),
  'autoscaler-lost': ofService('See who removed it, and whether the run restored it.', 'autoscalerlost'),
  'tag-without-rule': ofService(
    'Ask for a rule that enables the autoscaler, or remove the tag.',
    'when-a-policy-misses',
  ),
  'rule-matches-nothing': (finding) => ({
    ...look(finding),
    text: 'Correct the value in the policy, or remove it.',
    command: 'headroom plan',
    section: 'when-a-policy-misses',
  }),
  'other-store': (finding) => ({
    ...look(finding),
    text: 'End the other store or deployment: headroom mode stop, with its --store or --stack.',
  }),
  'run-failed': () => ({
    text: 'Correct the cause: nothing is enforced until a run succeeds.',
    command: 'headroom status',
    page: '/runs',
    section: 'run-failed',
  }),
  'plan-needs-approval': ({ subject = '' }) => ({
    text: 'Review the plan, then approve it.',
    command: `headroom approve ${subject.slice(0, 12)}`,
    page: `/approve/${encodeURIComponent(subject)}`,
    section: 'planneedsapproval',
    approves: subject,
  }),
};

/** The one thing to do about a finding. */
export const actionOf = (finding: Finding): Action => (actions[finding.code] ?? look)(finding);
