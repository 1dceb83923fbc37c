import type { HeadroomEvent, warnings } from '../../contract/events.ts';
import { findings as facts } from '../../core/model/findings/findings.ts';
import { byText, compositeKey, groupBy } from '../../core/model/grouping.ts';
import type { FindingChanges, LoggedFinding } from '../../core/notices/logged-findings.ts';
import { lossKinds } from '../../core/service/drift.ts';

type Warning = (typeof warnings)[number];

/** With drift: report, a loss is one of the changes that the finding `drift` lists. */
const isLoss = ({ code, details }: LoggedFinding): boolean =>
  code === 'drift' && lossKinds.some((kind) => String(details.drift).split(', ').includes(kind));

const warningOf = (finding: LoggedFinding): Warning | undefined =>
  isLoss(finding) ? 'AutoscalerLost' : facts[finding.code].event;

const numberIn = ({ details }: LoggedFinding, name: string): number => {
  const value = details[name];
  return typeof value === 'number' ? value : 0;
};

/** The wanted numbers that exist. */
const numbersIn = (finding: LoggedFinding, wanted: readonly string[]): Readonly<Record<string, number>> => {
  const present = wanted.filter((name) => finding.details[name] !== undefined);
  return Object.fromEntries(present.map((name) => [name, numberIn(finding, name)]));
};

const textsIn = ({ details }: LoggedFinding, wanted: readonly string[]): Readonly<Record<string, string>> => {
  const present = wanted.filter((name) => details[name] !== undefined);
  return Object.fromEntries(present.map((name) => [name, String(details[name])]));
};

const textIn = ({ details }: LoggedFinding, name: string): string => String(details[name] ?? '');

const opening = (finding: LoggedFinding, runId: string): HeadroomEvent | undefined => {
  const { project, service, subject: budget } = finding;
  const monthly = textIn(finding, 'monthly');
  switch (warningOf(finding)) {
    case 'MaximumReached': {
      const maxAdditionalGb = numberIn(finding, 'maxAdditionalGb');
      return { type: 'MaximumReached', detail: { project, service, runId, maxAdditionalGb } };
    }
    case 'DiskFillsUp': {
      const numbers = numbersIn(finding, ['percent', 'days', 'daysSoonest', 'daysAtMost']);
      const texts = textsIn(finding, ['budget', 'limitedBy', 'raiseMonthly']);
      return { type: 'DiskFillsUp', detail: { project, service, runId, level: finding.subject, ...numbers, ...texts } };
    }
    case 'BudgetExceeded':
      return {
        type: 'BudgetExceeded',
        detail: { budget, runId, monthly, floorMonthly: textIn(finding, 'floorMonthly') },
      };
    case 'BudgetNearlyUsed':
      return {
        type: 'BudgetNearlyUsed',
        detail: { budget, runId, monthly, allocatedMonthly: textIn(finding, 'allocatedMonthly') },
      };
    case 'AutoscalerLost':
      return {
        type: 'AutoscalerLost',
        detail: { project, service, runId, drift: textIn(finding, 'drift'), text: finding.message },
      };
    default:
      return undefined;
  }
};

const recovery = (finding: LoggedFinding, runId: string): HeadroomEvent | undefined => {
  const { project, service, subject, since } = finding;
  const from = warningOf(finding);
  if (from === undefined) return undefined;
  const about = project === '' ? { budget: subject } : { project, service };
  return { type: 'Recovered', detail: { from, ...about, runId, since } };
};

/** The warning that a finding belongs to: findings of several codes may be one for programs. Undefined: none. */
const warningKey = (finding: LoggedFinding): string | undefined => {
  const warning = warningOf(finding);
  const { project, service, subject } = finding;
  return warning && compositeKey(warning, project, service, service === '' ? subject : '');
};

/** A warning that is open opens again only at another level. */
const levelKey = (finding: LoggedFinding): string =>
  compositeKey(warningKey(finding), warningOf(finding) === 'DiskFillsUp' ? finding.subject : '');

/** Without those whose warning was open before the run under another code, as when the policy begins to repair drift. */
const withoutOpened = ({ opened, ended, open }: FindingChanges): readonly LoggedFinding[] => {
  const isNew = new Set(opened);
  const before = new Set([...open.filter((finding) => !isNew.has(finding)), ...ended].map(levelKey));
  return opened.filter((finding) => !before.has(levelKey(finding)));
};

/** The first one of each warning that is over: it goes on while any of its findings does. */
const endedWarnings = ({ ended, open }: FindingChanges): readonly LoggedFinding[] => {
  const goesOn = new Set(open.map(warningKey));
  const over = ended.filter((finding) => !goesOn.has(warningKey(finding)));
  return [...groupBy(over, warningKey).values()].flatMap(
    (findings) => findings.toSorted((a, b) => byText(a.since, b.since))[0] ?? [],
  );
};

/** Events for the warnings that a run opens and ends. */
export const findingEvents = (changes: FindingChanges, runId: string): HeadroomEvent[] =>
  [
    ...withoutOpened(changes).map((finding) => opening(finding, runId)),
    ...endedWarnings(changes).map((finding) => recovery(finding, runId)),
  ].filter((event) => event !== undefined);
