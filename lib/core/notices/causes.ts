import { dayMs, isoInstant } from '../model/durations.ts';
import { findings as facts } from '../model/findings/findings.ts';
import { groupBy } from '../model/grouping.ts';
import { counted, namesText } from '../model/visible-text.ts';
import { anyLevelKey, findingKey, type LoggedFinding } from './logged-findings.ts';

const ofBudget = (budget: string) => ({ code: 'budget-short', project: '', service: '', subject: budget }) as const;

/** Whether more money in one budget helps the disk of a finding. */
const isShort = ({ code, details }: LoggedFinding): boolean =>
  facts[code].disk !== undefined && details.budget !== undefined && details.raiseMonthly !== undefined;

/** The cause of a finding, the same at all its levels: a budget that does not reach is one for all its disks. */
export const causeOf = (finding: LoggedFinding): string =>
  isShort(finding) ? findingKey(ofBudget(String(finding.details.budget))) : anyLevelKey(finding);

/** Names that one finding of many disks has. */
const mostNames = 10;

const daysOf = ({ details }: LoggedFinding): number => Number(details.daysSoonest ?? 0);

const unique = (names: readonly string[], most: number): string => namesText([...new Set(names)], most, ' and');

/** One finding of a budget with its disks inside. */
const asOne = (disks: readonly LoggedFinding[], atMs: number): LoggedFinding | undefined => {
  const [first] = disks.toSorted((a, b) => daysOf(a) - daysOf(b));
  if (first === undefined || disks.length === 1) return first;
  const { budget = '', raiseMonthly = '', currency = '' } = first.details;
  const names = unique(
    disks.map(({ project, service }) => `${project}/${service}`),
    mostNames,
  );
  const size = `${counted(disks.length, 'disk')}, first full on ${isoInstant(atMs + daysOf(first) * dayMs).slice(0, 10)}`;
  return {
    ...{ ...first, ...ofBudget(String(budget)) },
    owner: unique(
      disks.map(({ owner }) => owner),
      mostNames,
    ),
    message: `Budget "${budget}" gives no room to ${size}: ${names}. It lacks ${raiseMonthly} ${currency} a month.`,
    details: { budget, size },
  };
};

/**
 * One finding per cause, in the order of the first of each. One about the disks of a budget has all that are open, as of the last run.
 * @param atMs end of the last run, in ms since 1970
 */
export const byCause = (
  findings: readonly LoggedFinding[],
  open: readonly LoggedFinding[],
  atMs: number,
): readonly LoggedFinding[] => {
  const ofBudgets = groupBy(open.filter(isShort), causeOf);
  return [...groupBy(findings, causeOf)].flatMap(([cause, group]) => {
    const disks = ofBudgets.get(cause);
    return disks === undefined ? group : (asOne(disks, atMs) ?? []);
  });
};
