/** Most severe first. An error costs protection, money or the run itself; a notice needs no action. */
export const severities = ['error', 'warning', 'notice'] as const;
export type Severity = (typeof severities)[number];

/** Everything that is known of the findings of one code, wherever one is shown, sent or decided by. */
interface FindingFacts {
  readonly severity: Severity;
  /** What shows more of it: its service (or the report), its budget, its plan, or the runs. */
  readonly about: 'service' | 'budget' | 'plan' | 'run';
  /** What a person does about it, in one sentence. */
  readonly remedy: string;
  /** Section of docs/runbook.md, as an anchor. */
  readonly section: string;
  /** Whether people are notified at once: storage, money or a token that runs out, above its lowest level, or a run that only a person can continue. */
  readonly urgent?: true;
  /** Subjects of its episode, which rise until it is worst; absent: its subject distinguishes findings. */
  readonly levels?: readonly string[];
  /** Whether it stops or narrows a run, so that no policy can accept it. */
  readonly blocks?: true;
  /** Whether no disk is looked at, or helped, while it is open: what is urgent is repeated weekly. */
  readonly ofAllDisks?: true;
  /** Whether only programs follow it: it needs no person, so no plan lists it among its findings. */
  readonly isFact?: true;
  /** What it prevents of the desired state of a service: `grant` goes on until a person acts. */
  readonly prevents?: 'change' | 'grant';
  /** Whether a manual change can cause it. */
  readonly byHand?: true;
  /** The trouble of a disk, as one line about several disks names it; `isNow`: it has no room now. */
  readonly disk?: { readonly isNow: boolean; readonly text: string };
  /** Event for programs, which opens and ends with it. */
  readonly event?: 'MaximumReached' | 'DiskFillsUp' | 'BudgetExceeded' | 'BudgetNearlyUsed' | 'AutoscalerLost';
}

type Flags = Omit<FindingFacts, 'severity' | 'about' | 'remedy' | 'section'>;

const rowsAbout =
  (about: FindingFacts['about']) =>
  (severity: Severity, section: string, remedy: string, flags: Flags = {}): FindingFacts => ({
    ...{ severity, about, section, remedy },
    ...flags,
  });

const service = rowsAbout('service');
const budget = rowsAbout('budget');
const plan = rowsAbout('plan');
const run = rowsAbout('run');

/** Levels of a disk that no coming run helps: full within 14 days, soon enough to be urgent, full. */
export const diskLevels = ['soon', 'fills', '100 %'] as const;

/** Levels of a token that ends, by the time that is left. */
export const tokenLevels = ['14 days', '7 days', '1 day'] as const;

const blocks = true as const;
const urgent = true as const;
const now = (text: string) => ({ isNow: true, text });
const later = (text: string) => ({ isNow: false, text });

const full = 'when-a-disk-is-full';
const fills = 'when-a-disk-fills-up';
const exceeded = 'budgetexceeded';
const unknown = 'when-a-price-or-a-size-is-unknown';
const lost = 'autoscalerlost';
const notSet = 'when-an-autoscaler-is-left-alone';
const misses = 'when-a-policy-misses';
const tags = 'when-a-tag-ends-or-cannot-be-read';
const search = 'when-a-search-configuration-is-left-alone';
const less = 'when-a-request-does-less';
const held = 'when-mode-or-freeze-decides';
const answers = 'when-the-platform-answers-less';
const unread = 'projects-unread';
const look = 'See why, and what to do.';

/** Every finding, the most urgent disks first. */
const table = {
  'disk-full': service('error', full, 'Do what the message says: the disk is full and cannot grow.', {
    urgent,
    levels: diskLevels,
    disk: now('full or nearly full, without room to grow'),
    event: 'DiskFillsUp',
  }),
  'autoscaler-stuck': service('error', full, 'Start the maintenance of the service, or move it to a larger plan.', {
    urgent,
    levels: diskLevels,
    disk: now('nearly full, and the autoscaler does not act'),
    event: 'DiskFillsUp',
  }),
  'disk-fills-up': service('error', fills, 'Free space on the disk, or give it room to grow.', {
    urgent,
    levels: diskLevels,
    disk: now('filling up without room to grow'),
    event: 'DiskFillsUp',
  }),
  'maximum-reached': service('notice', full, 'Nothing, while the disk has room.', {
    isFact: true,
    event: 'MaximumReached',
  }),
  'growth-runaway': service('warning', fills, 'Find what writes so much; grant more room if it is to stay.', {
    disk: later('growing far beyond the past'),
  }),
  'plan-limit-reached': service('warning', full, 'Move the service to a larger plan, or free space on its disk.', {
    disk: later('at the limit of the plan'),
    event: 'MaximumReached',
  }),
  'plan-limit-below-maximum': service('notice', full, 'Move the service to a larger plan if it needs more.'),
  'maintenance-pending': service('warning', full, 'Start the maintenance when a restart suits.'),
  'alerts-unlisted': service('warning', answers, 'Give the token the permission to read alerts.'),
  'run-failed': run('error', 'run-failed', 'Correct the cause: nothing is enforced until a run succeeds.', {
    ...{ urgent, blocks, ofAllDisks: true },
  }),
  'token-expiring': run('error', 'token-expiring', 'Replace the token: the line secret says how.', {
    urgent,
    levels: tokenLevels,
  }),
  'plan-needs-approval': run('error', 'planneedsapproval', 'Review the plan, then approve it.', {
    ...{ urgent, blocks, ofAllDisks: true },
  }),
  'budget-exceeded': budget('error', exceeded, 'Raise the budget, or delete services that are no longer needed.', {
    urgent,
    event: 'BudgetExceeded',
  }),
  'budget-overdrawn': budget('error', exceeded, 'Apply the plan, or raise the budget.'),
  'budget-short': budget('error', fills, 'Raise the budget, or free space on the disks.'),
  'budget-incomplete': budget('error', unknown, 'Let the projects be read: nothing is granted until then.', { blocks }),
  'budget-nearly-used': budget('warning', exceeded, 'Decide whether the budget must be raised.', {
    event: 'BudgetNearlyUsed',
  }),
  'budget-gives-nothing': service('warning', exceeded, look, { prevents: 'change' }),
  'maximum-below-promise': budget('warning', exceeded, 'Decide what the budget is to give the service.'),
  'money-partly-checked': budget('notice', unknown, 'Nothing: the next whole run checks all projects.'),
  'price-unknown': service('warning', unknown, 'Give the policy a price: prices.default.', { prevents: 'change' }),
  'price-assumed': budget('warning', unknown, 'Nothing: the price of the policy counts until the platform answers.'),
  'plan-unknown': service('warning', unknown, 'See which size is unknown.', { prevents: 'change' }),
  'disk-unknown': service('warning', unknown, 'See which size is unknown.', { prevents: 'change' }),
  'other-store': service(
    'error',
    'when-two-stores-manage-one-project',
    'End the other store or deployment: headroom mode stop, with its --store or --stack.',
  ),
  'policy-invalid': service('error', 'policy-invalid', 'Correct the policy.', { blocks }),
  'mode-unreadable': service('error', held, 'Set the mode again: headroom mode.', { urgent, blocks, ofAllDisks: true }),
  'freeze-unreadable': service('error', held, 'Correct the freezes of the policy.', { blocks }),
  'store-damaged': service('error', 'a-damaged-store', look, { blocks }),
  'project-unread': service('error', unread, look, { blocks }),
  'event-unreadable': service('error', 'events-unreadable', look, { blocks }),
  'record-invalid': service('error', answers, 'Report the fault to the platform.', { blocks }),
  'readings-old': service('error', 'readings-overdue', look, { blocks }),
  'project-unlisted': service('warning', unread, look),
  'projects-unlisted': service('warning', unread, look),
  'answers-old': service('warning', answers, 'Nothing: the next run asks again.'),
  'events-not-published': service('warning', 'events-not-published', look),
  drift: service('warning', lost, 'See who changed it, and whether the next run repairs it.'),
  'autoscaler-lost': service('warning', lost, 'See who removed it, and whether the run restored it.', {
    event: 'AutoscalerLost',
  }),
  'change-taken-back': service('notice', lost, 'See who changed it; grant more room to keep a larger maximum.'),
  'raise-kept': service('notice', lost, 'Grant the room, or raise the maximum in the policy, to keep it.'),
  'foreign-autoscaler': service('notice', notSet, 'Take it over: headroom adopt.', { prevents: 'grant', byHand: true }),
  'endpoint-shared': service('warning', notSet, look, { prevents: 'grant', byHand: true }),
  'name-collision': service('warning', notSet, 'Rename or delete one of the endpoints.', { prevents: 'grant' }),
  'managed-elsewhere': service('notice', notSet, 'Do its steps where the service is managed.', { byHand: true }),
  'maximum-not-expressible': service('warning', notSet, look, { prevents: 'change' }),
  'not-eligible': service('notice', notSet, look, { prevents: 'change' }),
  'no-longer-selected': service('warning', notSet, 'Let a rule select the service, or remove its autoscaler.'),
  'floor-above-maximum': service('notice', notSet, 'Nothing: a maximum is never below what is provisioned.'),
  'misspelt-tag': service('warning', tags, 'Correct the tag.'),
  'bad-tag': service('warning', tags, 'Correct the tag.'),
  'tag-above-limit': service('warning', tags, 'Lower the tag, or raise the limit of the policy.'),
  'tag-without-rule': service('warning', misses, 'Ask for a rule that enables the autoscaler, or remove the tag.'),
  'disabled-by-tag': service('warning', tags, 'Remove the tag, or free space on the disk.'),
  'fork-copies-tags': service('warning', misses, 'Change or remove a tag of the fork.'),
  'rule-matches-nothing': plan('warning', misses, 'Correct the value in the policy, or remove it.'),
  'exemption-ends': service('warning', tags, 'Give the tag a later day, or remove it.'),
  'exemption-unreadable': service('warning', tags, 'Correct the tag.'),
  'override-ends': service('warning', tags, 'Give the tag a later day, or remove it.'),
  'search-configuration-unknown': service('warning', search, look),
  'search-not-running': service('warning', search, 'Bring the service back to RUNNING.'),
  'thread-pool-lowered': service('warning', search, look),
  'not-undone': service('warning', less, look),
  'not-adopted': service('notice', less, look),
  'not-reclaimed': service('notice', less, look),
  'not-grown': service('notice', less, look),
  'mode-of-store': service('notice', held, 'headroom mode shows who set it.', { blocks }),
  'mode-overruled': service('notice', held, 'headroom mode shows who set it.', { blocks }),
  'approval-moved': service('notice', 'planneedsapproval', 'Review the plan again.', { blocks }),
  frozen: service('notice', held, 'Nothing: the freeze ends by itself.', { blocks }),
  'freeze-overruled': service('notice', held, 'Nothing: a person decided it.', { blocks }),
} as const satisfies Readonly<Record<string, FindingFacts>>;

export type FindingCode = keyof typeof table;

export const findings: Readonly<Record<FindingCode, FindingFacts>> = table;

/** In the order of the table. */
export const findingCodes = Object.keys(table) as [FindingCode, ...FindingCode[]];

export const isFindingCode = (code: string): code is FindingCode => Object.hasOwn(findings, code);

/** Codes that a policy may accept. */
export const acceptableCodes = findingCodes.filter((code) => !findings[code].blocks && !findings[code].isFact);

type Leveled = { readonly code: FindingCode; readonly subject?: string };

/** The level of a finding as a number, 0 for the lowest and for findings without levels. */
export const levelOf = ({ code, subject = '' }: Leveled): number =>
  Math.max(0, findings[code].levels?.indexOf(subject) ?? 0);

/** Whether people are notified of it at once: what is at its lowest level is news of the day. */
export const isUrgent = ({ code, subject }: Leveled): boolean =>
  findings[code].urgent === true && (subject === undefined || findings[code].levels?.[0] !== subject);

export const severityOf = (code: FindingCode): Severity => findings[code].severity;

type Coded = { readonly code: FindingCode };

/** Order of findings: the most severe first. */
export const bySeverity = (a: Coded, b: Coded): number =>
  severities.indexOf(severityOf(a.code)) - severities.indexOf(severityOf(b.code));
