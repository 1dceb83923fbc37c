import type { Change } from '../../../core/change/change.ts';
import { type ChangedService, changedServices } from '../../../core/change/changed-services.ts';
import { byText, groupBy } from '../../../core/model/grouping.ts';
import { signedGb } from '../../../core/model/visible-text.ts';
import type { CommentSection } from '../../views/markdown/sections.ts';
import { someNames } from '../../views/service-names.ts';

const sumOf = (services: readonly ChangedService[]): number => services.reduce((sum, { gb }) => sum + gb, 0);

/** Actions in the order of a plan's last line; all others follow under their own names. */
const actions = ['enable', 'raise', 'lower', 'disable'] as const;

const kindOf = ({ action }: ChangedService): string => actions.find((kind) => kind === action) ?? 'other';

/** Kinds that some service has, in their order: a column without a number says nothing. */
const kindsOf = (services: readonly ChangedService[]): string[] => {
  const kinds = new Set(services.map(kindOf));
  return [...actions, 'other'].filter((kind) => kinds.has(kind));
};

const countOf = (services: readonly ChangedService[], kind: string): string => {
  const count = services.filter((service) => kindOf(service) === kind).length;
  return count === 0 ? '' : String(count);
};

const byName = <T>(entries: Iterable<[string, T[]]>): [string, T[]][] =>
  [...entries].sort(([a, ofA], [b, ofB]) => ofB.length - ofA.length || byText(a, b));

/** Rows of counts that are shown without unfolding them. */
const maxUnfolded = 15;

/** Counts per project or per rule, the largest first. */
const countPart = (
  column: string,
  services: readonly ChangedService[],
  keyOf: (service: ChangedService) => string,
): CommentSection => {
  const names = byName(groupBy(services, keyOf));
  const kinds = kindsOf(services);
  return {
    title: `By ${column}${names.length > maxUnfolded ? ` (${names.length})` : ''}`,
    mostBytes: 7_000,
    folded: names.length > maxUnfolded,
    head: [column, ...kinds, 'GB'],
    rows: names.map(([name, ofName]) => [name, ...kinds.map((kind) => countOf(ofName, kind)), signedGb(sumOf(ofName))]),
    more: (rows) => `… and ${rows} more.`,
  };
};

const reasonOf = (services: readonly ChangedService[]): string => {
  const reasons = new Set(services.map(({ reason }) => reason));
  const [first = ''] = reasons;
  return reasons.size <= 1 ? first : `${first} (and ${reasons.size - 1} other reasons)`;
};

const identical = ({ action, maximum, rule }: ChangedService): string => JSON.stringify([action, maximum, rule]);

const groupPart = (services: readonly ChangedService[]): CommentSection => ({
  title: 'Changes',
  mostBytes: 14_000,
  head: ['services', 'change', 'maximum GB', 'rule', 'which', 'reason'],
  rows: byName(groupBy(services, identical)).map(([, group]) => [
    String(group.length),
    group[0]?.action ?? '',
    group[0]?.maximum ?? '',
    group[0]?.rule ?? '',
    someNames(group),
    reasonOf(group),
  ]),
  more: (rows) => `… and ${rows} more kinds of change.`,
});

const allPart = (title: string, services: readonly ChangedService[]): CommentSection => ({
  title: `${title} (${services.length})`,
  mostBytes: 14_000,
  folded: true,
  head: ['project', 'service', 'change', 'maximum GB'],
  rows: services.map(({ project, service, action, maximum }) => [project, service, action, maximum]),
  more: (rows) => `… and ${rows} more; \`headroom plan\` lists all.`,
});

/** Identical changes in one line each, counts per rule and project, and every change to unfold. */
export const changeParts = (changes: readonly Change[]): CommentSection[] => {
  const services = changedServices(changes);
  return [
    groupPart(services),
    countPart('rule', services, ({ rule }) => (rule === '' ? '(none)' : rule)),
    countPart('project', services, ({ project }) => project),
    allPart('Every change', services),
  ];
};

/** Changes that this plan does not contain, to unfold. */
export const otherChanges = (title: string, changes: readonly Change[]): CommentSection =>
  allPart(title, changedServices(changes));
