/** Most severe first. An error costs protection, money or the run itself; a notice needs no action. */
export const severities = ['error', 'warning', 'notice'] as const;
export type Severity = (typeof severities)[number];

interface CodeFacts {
  readonly severity: Severity;
  /** Whether it stops or narrows a run, so that no policy can accept it. */
  readonly blocks?: true;
}

const error: CodeFacts = { severity: 'error' };
const warning: CodeFacts = { severity: 'warning' };
const notice: CodeFacts = { severity: 'notice' };
const blocks = true as const;

/** Every finding of a plan. */
export const findingCodes = {
  'disk-full': error,
  'autoscaler-stuck': error,
  'maximum-reached': error,
  'disk-fills-up': error,
  'budget-exceeded': error,
  'budget-overdrawn': error,
  'budget-short': error,
  'other-store': error,
  'budget-incomplete': { ...error, blocks },
  'policy-invalid': { ...error, blocks },
  'mode-unreadable': { ...error, blocks },
  'freeze-unreadable': { ...error, blocks },
  'store-damaged': { ...error, blocks },
  'project-unread': { ...error, blocks },
  'event-unreadable': { ...error, blocks },
  'record-invalid': { ...error, blocks },
  'readings-old': { ...error, blocks },
  'project-unlisted': warning,
  'projects-unlisted': warning,
  'plan-limit-reached': warning,
  'alerts-unlisted': warning,
  'maintenance-pending': warning,
  'maximum-soon': warning,
  'maximum-below-promise': warning,
  'growth-runaway': warning,
  'budget-nearly-used': warning,
  'budget-gives-nothing': warning,
  'price-unknown': warning,
  'price-assumed': warning,
  'plan-unknown': warning,
  'disk-unknown': warning,
  drift: warning,
  'autoscaler-lost': warning,
  'endpoint-shared': warning,
  'name-collision': warning,
  'maximum-not-expressible': warning,
  'misspelt-tag': warning,
  'bad-tag': warning,
  'tag-above-limit': warning,
  'tag-without-rule': warning,
  'rule-matches-nothing': warning,
  'not-undone': warning,
  'search-configuration-unknown': warning,
  'search-not-running': warning,
  'thread-pool-lowered': warning,
  'no-longer-selected': warning,
  'exemption-ends': warning,
  'exemption-unreadable': warning,
  'override-ends': warning,
  'answers-old': warning,
  'events-not-published': warning,
  'mode-of-store': { ...notice, blocks },
  'mode-overruled': { ...notice, blocks },
  'approval-moved': { ...notice, blocks },
  frozen: { ...notice, blocks },
  'freeze-overruled': { ...notice, blocks },
  'plan-limit-below-maximum': notice,
  'change-taken-back': notice,
  'raise-kept': notice,
  'money-partly-checked': notice,
  'not-eligible': notice,
  'foreign-autoscaler': notice,
  'not-adopted': notice,
  'not-reclaimed': notice,
  'not-grown': notice,
  'managed-elsewhere': notice,
  'floor-above-maximum': notice,
} as const satisfies Readonly<Record<string, CodeFacts>>;

const facts: Readonly<Record<string, CodeFacts | undefined>> = findingCodes;

/** Severity of a finding; a code of another version counts as a warning. */
export const severityOf = (code: string): Severity => facts[code]?.severity ?? 'warning';

/** Codes that a policy may accept. */
export const acceptableCodes: readonly string[] = Object.keys(findingCodes).filter((code) => !facts[code]?.blocks);

export const isAcceptable = (code: string): boolean => acceptableCodes.includes(code);
