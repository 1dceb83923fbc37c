import { fullLevel, soonLevel, troubleCodes } from '../disk/disk-troubles.ts';
import { moment } from '../model/durations.ts';
import { findings as facts } from '../model/findings/findings.ts';
import { byText, groupBy } from '../model/grouping.ts';
import { oneLine } from '../model/visible-text.ts';
import { actionOf } from './actions.ts';
import { byCause } from './causes.ts';
import type { KnownFinding } from './known-findings.ts';
import { type KnownOwner, type Subject, signedDay, signedSubject } from './sender.ts';

/** A short text for one owner. */
export interface Notice {
  readonly owner: string;
  /** Whether it is sent at once instead of with the daily notice. */
  readonly urgent: boolean;
  readonly subject: Subject;
  readonly text: string;
}

/** Rank of a finding among urgent ones: those about all disks, then disks without any room, then other disks, then all others. */
const rankOf = ({ code, subject }: KnownFinding): number => {
  if (facts[code].ofAllDisks) return 0;
  const place = troubleCodes.indexOf(code);
  if (place < 0) return 3 * troubleCodes.length;
  return 1 + place + (subject === fullLevel ? 0 : troubleCodes.length);
};

/** The worst first: where a list has no room for all, it must not lack a full disk. */
export const worstFirst = (findings: readonly KnownFinding[]): readonly KnownFinding[] =>
  findings.toSorted((a, b) => rankOf(a) - rankOf(b));

/** A disk that only fills later is news of the day. */
export const isUrgent = ({ code, subject }: Pick<KnownFinding, 'code' | 'subject'>): boolean =>
  facts[code].urgent === true && !(facts[code].disk && subject === soonLevel);

/** Limit of the text as JSON: SNS and EventBridge accept 256 KB including the envelope. */
export const mostBytes = 240 * 1024;

/** Empty for findings about the whole organization. */
const placeOf = ({ project, service, subject }: KnownFinding): string =>
  oneLine([project, service].filter(Boolean).join('/') || subject);

/** `prod/orders: maximum reached`, or `plan needs approval: 17 services, +240 GB`: a digest would say nothing to a reader. */
export const headline = (finding: KnownFinding): string => {
  const what = finding.code.replaceAll('-', ' ');
  const { size } = finding.details;
  return size === undefined ? [placeOf(finding), what].filter(Boolean).join(': ') : `${what}: ${size}`;
};

/** The first line of a notice: what to type. Several findings have their commands in the report. */
const firstCommand = (findings: readonly KnownFinding[]): string => {
  const [first] = findings;
  if (first === undefined || findings.length > 1) return 'Type first: headroom report';
  const { command, section } = actionOf(first);
  return `Type first: ${oneLine(command)} (what to do: headroom runbook ${section})`;
};

const line = (finding: KnownFinding): string => {
  const { message, since, endedAt } = finding;
  const span = endedAt === undefined ? `since ${moment(since)}` : `${moment(since)} to ${moment(endedAt)}`;
  const status = endedAt === undefined ? oneLine(message) : `Resolved. It was: ${oneLine(message)}`;
  return `${headline(finding)}, ${span}. ${status}`;
};

const bytes = (text: string): number => new TextEncoder().encode(JSON.stringify(text)).length;

/** Numbered, because mail clients may drop line breaks; as many lines as fit, then the count of the rest. */
const numbered = (opening: readonly string[], lines: readonly string[], closing: readonly string[]): string => {
  const shown: string[] = [];
  // The lines around, and 100 bytes for the count of omitted lines.
  let size = bytes([...opening, ...closing].join('\n')) + 100;
  for (const [place, text] of lines.entries()) {
    const item = `${place + 1}. ${text}`;
    size += bytes(item);
    if (size > mostBytes) break;
    shown.push(item);
  }
  const omitted = lines.length - shown.length;
  const rest = omitted > 0 ? [`and ${omitted} more, not shown here`] : [];
  return [...opening, ...shown, ...rest, ...closing].join('\n');
};

const byOwner = (findings: readonly KnownFinding[]): [string, KnownFinding[]][] =>
  [...groupBy(findings, ({ owner }) => owner)].sort(([a], [b]) => byText(a, b));

/** One notice per owner with the urgent ones among these findings. */
export const urgentNotices = (sender: KnownOwner, opened: readonly KnownFinding[]): Notice[] =>
  byOwner(worstFirst(opened.filter(isUrgent))).map(([owner, all]) => {
    const findings = byCause(all);
    const [first] = findings;
    const subject =
      first !== undefined && findings.length === 1
        ? headline(first)
        : `${findings.length} urgent findings for ${owner}`;
    const text = numbered([firstCommand(findings)], findings.map(line), []);
    return { owner: oneLine(owner), urgent: true, subject: signedSubject(sender, subject), text };
  });

/**
 * One notice per owner with the findings that opened or ended since the last daily notice, and the number of open ones; none for
 * an owner without changes.
 * @param open all open findings
 * @param day `YYYY-MM-DD`
 */
export const dailyNotices = (
  sender: KnownOwner,
  news: readonly KnownFinding[],
  open: readonly KnownFinding[],
  day: string,
): Notice[] => {
  const openCounts = new Map(byOwner(open).map(([owner, all]) => [owner, all.length]));
  return byOwner(news).map(([owner, items]) => {
    const ended = items.filter(({ endedAt }) => endedAt !== undefined);
    const begun = items.filter(({ endedAt }) => endedAt === undefined);
    const subject = signedDay(sender, day, `${begun.length} new, ${ended.length} resolved for ${owner}`);
    const closing = [`Open now: ${openCounts.get(owner) ?? 0}.`];
    const text = numbered([], [...begun, ...ended].map(line), closing);
    return { owner: oneLine(owner), urgent: false, subject, text };
  });
};
