import type { Finding } from '../../core/model/decision.ts';
import { bySeverity, type FindingCode } from '../../core/model/findings/findings.ts';
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

/** The most severe first, and of these the most frequent. Names of places in an action make no group of their own. */
export const findingGroups = (all: readonly Finding[]): FindingGroup[] => {
  const lastOf = ({ message }: Finding) => sentencesOf(message).at(-1) ?? '';
  const codes = [...groupBy(all, ({ code }) => code)].sort(
    ([code, a], [other, b]) => bySeverity({ code }, { code: other }) || b.length - a.length,
  );
  return codes.flatMap(([code, ofCode]) =>
    [...groupBy(ofCode, (finding) => compositeKey(code, lastOf(finding))).values()]
      .sort((a, b) => b.length - a.length)
      .map((findings) => groupOf(code, findings)),
  );
};
