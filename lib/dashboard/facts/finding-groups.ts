import type { Finding } from '../../core/model/decision.ts';
import { bySeverity, type FindingCode, findings as facts, levelOf } from '../../core/model/findings/findings.ts';
import { compositeKey, groupBy } from '../../core/model/grouping.ts';

/** Findings of one code with the same action. */
export interface FindingGroup {
  readonly code: FindingCode;
  /** The sentences that all of them end with: what to do. */
  readonly action: string;
  /** The sentences of each finding before these; empty if nothing differs. */
  readonly found: readonly { readonly finding: Finding; readonly text: string }[];
}

/** A sentence ends before a blank and a capital; dots in names and numbers end none. */
const sentencesOf = (message: string): string[] => message.split(/(?<=[.?!]) (?=\p{Lu})/u);

const sharedEnd = (messages: readonly (readonly string[])[]): number => {
  const [first = []] = messages;
  const isShared = (fromEnd: number) => messages.every((sentences) => sentences.at(-fromEnd) === first.at(-fromEnd));
  let length = 0;
  while (length < first.length && isShared(length + 1)) length += 1;
  return length;
};

const groupOf = (code: FindingCode, findings: readonly Finding[]): FindingGroup => {
  const messages = findings.map(({ message }) => sentencesOf(message));
  const shared = sharedEnd(messages);
  const action = (messages[0] ?? []).slice(-shared || Number.POSITIVE_INFINITY).join(' ');
  const found = findings.map((finding, at) => {
    const sentences = messages[at] ?? [];
    return { finding, text: sentences.slice(0, sentences.length - shared).join(' ') };
  });
  return { code, action, found };
};

/** The worst level first, then what is full soonest; where that is unknown, as they were found. */
const byUrgency = (a: Finding, b: Finding): number => {
  const days = ({ details = {} }: Finding) => Number(details.days ?? details.daysSoonest ?? Number.MAX_SAFE_INTEGER);
  return levelOf(b) - levelOf(a) || days(a) - days(b);
};

/** What findings of one cause share: of a disk what limits it, of anything else what to do. */
const causeOf = ({ code, message, details = {} }: Finding): string =>
  facts[code].disk === undefined
    ? compositeKey(code, sentencesOf(message).at(-1))
    : compositeKey(code, details.limitedBy, details.budget);

/** One group for each cause: the most severe first, of these full disks, and then the most frequent. */
export const findingGroups = (all: readonly Finding[]): FindingGroup[] =>
  [...groupBy(all, causeOf).values()]
    .map((findings) => findings.toSorted(byUrgency))
    .flatMap((findings) => findings.slice(0, 1).map((worst) => ({ worst, findings })))
    .sort(
      (a, b) =>
        bySeverity(a.worst, b.worst) || levelOf(b.worst) - levelOf(a.worst) || b.findings.length - a.findings.length,
    )
    .map(({ worst, findings }) => groupOf(worst.code, findings));
