import { gbOf, isDiskChange, type ProposedChange, resizes, subjectName } from '../change/change.ts';
import { type ProposedChangeJson, proposedChangeJson } from '../change/change-json.ts';
import { fromText } from '../change/maximum-text.ts';
import { compositeKey, groupBy } from '../model/grouping.ts';
import { wholeGb } from '../model/sizes.ts';
import { visible } from '../model/visible-text.ts';

type Writer = (json: ProposedChangeJson, into: unknown[]) => void;

/**
 * Adds each member to the digest's text, in this order. `held` is a value that was read and not one to write, so it adds
 * nothing. A member without a line here does not compile.
 */
const written: Readonly<Record<keyof ProposedChangeJson, Writer>> = {
  phase: ({ phase }, into) => into.push(phase),
  kind: ({ kind }, into) => into.push(kind),
  project: ({ project }, into) => into.push(project),
  service: ({ service }, into) => into.push(service),
  fromGb: ({ fromGb }, into) => into.push(fromGb),
  toGb: ({ toGb }, into) => into.push(toGb),
  held: () => undefined,
  endpointName: ({ endpointName }, into) => into.push(endpointName),
  endpointId: ({ endpointId }, into) => into.push(endpointId),
  integrationId: ({ integrationId }, into) => into.push(integrationId),
  maximum: ({ maximum }, into) => into.push(maximum && [maximum.kind, maximum.gb]),
  members: ({ members = [] }, into) => into.push(...members.map(({ path, from, to }) => [path, from, to])),
  disk: ({ disk }, into) => disk && into.push(disk.fromMb, disk.toMb),
};

const writers = Object.values(written);

/** The members of a change that a run writes, in the order of the digest's text. */
export const writtenParts = (change: ProposedChange): readonly unknown[] => {
  const json = proposedChangeJson(change);
  const parts: unknown[] = [];
  for (const write of writers) write(json, parts);
  return parts;
};

const writtenText = (change: ProposedChange): string => JSON.stringify(writtenParts(change));

/** What names the place of a change. */
type ChangeSubject = Pick<ProposedChangeJson, 'project' | 'service' | 'endpointName' | 'kind'>;

/** Changes of one kind at one place count as the same change, whatever their numbers and ids. */
export const subjectKey = ({ project, service, endpointName, kind }: ChangeSubject): string =>
  compositeKey(project, service, endpointName, kind);

/** The place of a change. */
export const subjectText = (change: ProposedChange): string => subjectKey(proposedChangeJson(change));

const nameOf = (change: ProposedChange): string => `${change.kind} ${change.project}/${subjectName(change)}`;

const numbersOf = (change: ProposedChange): string => {
  if (isDiskChange(change)) return `${fromText(gbOf(change))} → ${gbOf(change).toGb} GB`;
  if (resizes(change)) return `${wholeGb(change.fromMb)} → ${wholeGb(change.toMb)} GB`;
  return change.members
    .map(({ path, from, to }) => `${path} ${JSON.stringify(from)} → ${JSON.stringify(to)}`)
    .join(', ');
};

/** Changes of the first list without an identical change in the second. */
const without = (changes: readonly ProposedChange[], others: readonly ProposedChange[]): ProposedChange[] => {
  const texts = new Set(others.map(writtenText));
  return changes.filter((change) => !texts.has(writtenText(change)));
};

const differing = (before: ProposedChange, now: ProposedChange): string => {
  const [was, is] = [numbersOf(before), numbersOf(now)];
  if (was !== is) return `different numbers: ${nameOf(now)}, proposed ${was}, now ${is}`;
  return `different object: ${nameOf(now)}, ${is}, refers to a different endpoint or integration now, or counts differently`;
};

const ofSubject = (proposed: readonly ProposedChange[], needed: readonly ProposedChange[]): string[] => {
  const [gone, added] = [without(proposed, needed), without(needed, proposed)];
  const pairs = Math.min(gone.length, added.length);
  return [
    ...gone.slice(0, pairs).flatMap((before, at) => {
      const now = added[at];
      return now === undefined ? [] : [differing(before, now)];
    }),
    ...gone.slice(pairs).map((change) => `no longer needed: ${nameOf(change)}, ${numbersOf(change)}`),
    ...added.slice(pairs).map((change) => `newly needed: ${nameOf(change)}, ${numbersOf(change)}`),
  ];
};

/**
 * Differences between the changes of a proposed plan and the changes needed now, one line each, by project and service.
 * Empty exactly when both have the same digest.
 */
export const planDifference = (proposed: readonly ProposedChange[], needed: readonly ProposedChange[]): string[] => {
  const [before, now] = [groupBy(proposed, subjectText), groupBy(needed, subjectText)];
  const subjects = [...new Set([...before.keys(), ...now.keys()])].sort();
  return subjects.flatMap((subject) => ofSubject(before.get(subject) ?? [], now.get(subject) ?? []));
};

/** More lines would not be read. */
const mostLines = 10;

/** The difference as lines for an error message: at most ten, then the count of the rest. */
export const differenceText = (lines: readonly string[]): string => {
  const more = lines.length - mostLines;
  return [...lines.slice(0, mostLines), ...(more > 0 ? [`and ${more} more`] : [])]
    .map((line) => `\n  ${visible(line)}`)
    .join('');
};
