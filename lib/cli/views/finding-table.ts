import type { AcceptedFinding } from '../../core/findings/accepted.ts';
import type { Finding } from '../../core/model/decision.ts';
import { bySeverity, severityOf } from '../../core/model/findings/findings.ts';
import { compositeKey, groupBy } from '../../core/model/grouping.ts';
import { type Column, showRows } from '../shell/columns.ts';
import type { Console } from '../shell/console.ts';
import { serviceColumns, servicesColumn, serviceText } from './service-names.ts';

const styles = { error: 'red', warning: 'yellow', notice: 'dim' } as const;

/** The most severe findings first; the order within a severity remains. */
export const ranked = <T extends Pick<Finding, 'code'>>(findings: readonly T[]): T[] => findings.toSorted(bySeverity);

/** The same code with the same message. Messages about the days of a disk all differ, but not in what limits it. */
const causeKey = ({ code, message, details }: Finding): string =>
  code === 'disk-fills-up' ? compositeKey(code, details?.budget, details?.limitedBy) : compositeKey(code, message);

/** Findings of one cause. The largest groups of a severity come first. */
const causesOf = (findings: readonly Finding[]): Finding[][] => {
  const groups = groupBy(findings, causeKey).values();
  return [...groups].toSorted((a, b) => b.length - a.length).toSorted(([a], [b]) => (a && b ? bySeverity(a, b) : 0));
};

const soonestDays = ({ details }: Finding): number => Number(details?.daysSoonest ?? Number.POSITIVE_INFINITY);

/** One message for a group: where they differ, the message of the soonest disk, by name. */
const messageOf = (group: readonly Finding[]): string => {
  const [first] = group.toSorted((a, b) => soonestDays(a) - soonestDays(b));
  if (first === undefined) return '';
  const isOfAll = group.every(({ message }) => message === first.message);
  return isOfAll ? first.message : `The soonest is ${serviceText(first)}. ${first.message}`;
};

export const findingColumns: readonly Column<Finding>[] = [
  { name: 'severity', cell: ({ code }) => ({ text: severityOf(code), style: styles[severityOf(code)] }) },
  { name: 'finding', cell: ({ code }) => code },
  ...serviceColumns,
  servicesColumn,
  { name: 'message', cell: (_, __, alike) => messageOf(alike) },
];

const acceptedText = (accepted: readonly AcceptedFinding[]): string[] => {
  const keyOf = ({ code, until, reason }: AcceptedFinding) => compositeKey(code, until, reason);
  return [...groupBy(accepted, keyOf).values()].flatMap((group) => {
    const [first] = group;
    return first === undefined
      ? []
      : [`accepted until ${first.until}: ${group.length} × ${first.code} (${first.reason})`];
  });
};

/** Shows findings, the most severe first, and counts the accepted ones. */
export const showFindings = (
  console: Pick<Console, 'reader' | 'line' | 'table'>,
  findings: readonly Finding[],
  accepted: readonly AcceptedFinding[] = [],
): void => {
  if (findings.length + accepted.length > 0) console.line();
  if (findings.length > 0) showRows(console.table, console.reader, findingColumns, ranked(findings), causesOf);
  for (const text of acceptedText(accepted)) console.line(text);
};
