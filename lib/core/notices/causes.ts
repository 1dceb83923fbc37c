import { dayMs, isoInstant } from '../model/durations.ts';
import { findings as facts } from '../model/findings/findings.ts';
import { groupBy } from '../model/grouping.ts';
import { counted, namesText } from '../model/visible-text.ts';
import { anyLevelKey, type KnownFinding } from './known-findings.ts';

/** Whether more money in one budget helps the disk of a finding. */
const isShort = ({ code, details }: KnownFinding): boolean =>
  facts[code].disk !== undefined && details.budget !== undefined && details.raiseMonthly !== undefined;

/** The cause of a finding: a budget that does not reach is one for all its disks. */
export const causeOf = (finding: KnownFinding): string =>
  isShort(finding) ? `budget ${finding.details.budget}` : anyLevelKey(finding);

/** Names that one finding of many disks has. */
const mostNames = 10;

const daysOf = ({ details }: KnownFinding): number => Number(details.daysSoonest ?? 0);

/** One finding of a budget with its disks inside, as of the run that found them. */
const asOne = (disks: readonly KnownFinding[]): KnownFinding | undefined => {
  const [first] = disks.toSorted((a, b) => daysOf(a) - daysOf(b));
  if (first === undefined || disks.length === 1) return first;
  const { budget = '', raiseMonthly = '' } = first.details;
  const day = isoInstant(Date.parse(first.since) + daysOf(first) * dayMs).slice(0, 10);
  const names = namesText(
    disks.map(({ project, service }) => `${project}/${service}`),
    mostNames,
    ' and',
  );
  const size = `${counted(disks.length, 'disk')}, first full on ${day}`;
  const message = `Budget "${budget}" gives no room to ${counted(disks.length, 'disk')}, first full on ${day}: ${names}. It lacks ${raiseMonthly} a month.`;
  return {
    ...first,
    code: 'budget-short',
    project: '',
    service: '',
    subject: String(budget),
    message,
    details: { budget, size },
  };
};

/** One finding per cause, in the order of the first of each. */
export const byCause = (findings: readonly KnownFinding[]): readonly KnownFinding[] =>
  [...groupBy(findings, causeOf).values()].flatMap((group) =>
    group[0] && isShort(group[0]) ? (asOne(group) ?? []) : group,
  );
