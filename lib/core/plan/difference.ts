import { gbOf, isDiskChange, type ProposedChange, subjectName } from '../change/change.ts';
import { proposedChangeJson } from '../change/change-json.ts';
import { fromText } from '../change/maximum-text.ts';
import { compositeKey, groupBy } from '../model/grouping.ts';
import { visible } from '../model/visible-text.ts';

/** The members of a change that are written, in the order in which they stand in the digest's text. */
export const writtenParts = (change: ProposedChange): readonly unknown[] => {
  const json = proposedChangeJson(change);
  return [
    json.phase,
    json.kind,
    json.project,
    json.service,
    json.fromGb,
    json.toGb,
    json.endpointName,
    json.endpointId,
    json.integrationId,
    json.maximum && [json.maximum.kind, json.maximum.gb],
    ...(json.members ?? []).map(({ path, from, to }) => [path, from, to]),
  ];
};

const writtenText = (change: ProposedChange): string => JSON.stringify(writtenParts(change));

/** Changes of one kind at one place are the same change, whatever their numbers and ids. */
const placeText = (change: ProposedChange): string => {
  const { project, service, endpointName, kind } = proposedChangeJson(change);
  return compositeKey(project, service, endpointName, kind);
};

const nameOf = (change: ProposedChange): string => `${change.kind} ${change.project}/${subjectName(change)}`;

const numbersOf = (change: ProposedChange): string => {
  if (isDiskChange(change)) return `${fromText(gbOf(change))} → ${gbOf(change).toGb} GB`;
  return change.members
    .map(({ path, from, to }) => `${path} ${JSON.stringify(from)} → ${JSON.stringify(to)}`)
    .join(', ');
};

/** Those of the first list that the second does not hold in the very same words. */
const without = (changes: readonly ProposedChange[], others: readonly ProposedChange[]): ProposedChange[] => {
  const held = new Set(others.map(writtenText));
  return changes.filter((change) => !held.has(writtenText(change)));
};

const other = (before: ProposedChange, now: ProposedChange): string => {
  const [was, is] = [numbersOf(before), numbersOf(now)];
  if (was !== is) return `other numbers: ${nameOf(now)}, proposed ${was}, now ${is}`;
  return `other object: ${nameOf(now)}, ${is}, is about another endpoint or integration now, or counts otherwise`;
};

const atOnePlace = (proposed: readonly ProposedChange[], needed: readonly ProposedChange[]): string[] => {
  const [gone, added] = [without(proposed, needed), without(needed, proposed)];
  const pairs = Math.min(gone.length, added.length);
  return [
    ...gone.slice(0, pairs).flatMap((before, at) => {
      const now = added[at];
      return now === undefined ? [] : [other(before, now)];
    }),
    ...gone.slice(pairs).map((change) => `no longer needed: ${nameOf(change)}, ${numbersOf(change)}`),
    ...added.slice(pairs).map((change) => `newly needed: ${nameOf(change)}, ${numbersOf(change)}`),
  ];
};

/**
 * What has moved between the changes of a plan that was proposed and those needed now, one sentence each, by project and
 * service; none exactly when both have the same digest.
 */
export const planDifference = (proposed: readonly ProposedChange[], needed: readonly ProposedChange[]): string[] => {
  const [before, now] = [groupBy(proposed, placeText), groupBy(needed, placeText)];
  const places = [...new Set([...before.keys(), ...now.keys()])].sort();
  return places.flatMap((place) => atOnePlace(before.get(place) ?? [], now.get(place) ?? []));
};

/** Beyond this many lines nobody reads on. */
const mostLines = 10;

/** The difference as lines for an error message: at most ten, then how many more there are. */
export const differenceText = (lines: readonly string[]): string => {
  const more = lines.length - mostLines;
  return [...lines.slice(0, mostLines), ...(more > 0 ? [`and ${more} more`] : [])]
    .map((line) => `\n  ${visible(line)}`)
    .join('');
};
