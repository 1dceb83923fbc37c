import {
  beforeAndAfter,
  differenceLine,
  type MovedService,
  type PolicyDifference,
} from '../../core/explain/policy-difference.ts';
import { compositeKey, groupBy } from '../../core/model/grouping.ts';
import { cents, formatExact, type Money, parseMoney } from '../../core/model/money.ts';
import { amounts } from '../../core/model/visible-text.ts';
import { type Column, moneyColumns, showRows, textTable } from '../shell/columns.ts';
import type { Console } from '../shell/console.ts';
import type { CommentSection } from './markdown/sections.ts';
import { serviceColumns, someNames } from './service-names.ts';

const exactSum = (services: readonly MovedService[]): string | null => {
  const sizes = services.map(({ monthly }) => (monthly === null ? null : parseMoney(monthly.replace('-', ''))));
  const sum = sizes.reduce<Money | null>((total, size) => (total === null || size === null ? null : total + size), 0n);
  if (sum === null) return null;
  return `${services[0]?.monthly?.startsWith('-') ? '-' : ''}${formatExact(sum)}`;
};

const moneyText = (monthly: string | null): string => {
  if (monthly === null) return '?';
  return monthly.startsWith('-') ? `-${cents(monthly.slice(1))}` : `+${cents(monthly)}`;
};

const ruleText = ({ fromRule, toRule }: MovedService): string => {
  const [from, to] = [fromRule, toRule].map((rule) => (rule === '' ? '(none)' : rule));
  return from === to ? `${to}` : `${from} → ${to}`;
};

/** A service that loses its rule keeps an autoscaler that exists, unless a rule disables it. */
const moveText = ({ move, effect }: MovedService): string => {
  if (move !== 'lost') return move;
  return effect === 'disable' ? 'lost: disabled' : 'lost: no longer managed';
};

/** Columns of the services that a policy moves; at a terminal with the exact sum of their differences per month. */
const columnsIn = ({ summary: { currency } }: PolicyDifference): readonly Column<MovedService>[] => [
  { name: 'change', cell: moveText },
  { name: 'services', cell: (_, __, alike) => String(alike.length), readers: ['terminal'] },
  { name: 'which', cell: (_, __, alike) => someNames(alike), readers: ['terminal'] },
  ...serviceColumns,
  { name: 'maximum GB', cell: ({ fromGb, toGb }) => `${fromGb} → ${toGb}` },
  ...moneyColumns<MovedService>(
    'per month',
    (_, __, alike) => moneyText(exactSum(alike)),
    () => currency,
  ),
  { name: 'rule', cell: ruleText },
];

/** Services that move alike, in the order of their first. */
const groupsOf = (services: readonly MovedService[]): MovedService[][] => {
  const keyOf = ({ move, fromGb, toGb, fromRule, toRule, effect }: MovedService) =>
    compositeKey(move, fromGb, toGb, fromRule, toRule, effect);
  return [...groupBy(services, keyOf).values()];
};

/** A row for each service that the policy moves. */
export const movedServices = (difference: PolicyDifference) => textTable(columnsIn(difference), difference.services);

/** What the modes of the policies are if they differ, and the sections of the documents that do. */
export const modeText = ({ mode: { from, to }, sections = [] }: PolicyDifference): string | undefined => {
  const mode = from === to ? [] : [`mode: ${from} → ${to}`];
  const texts = [...mode, ...(sections.length === 0 ? [] : [`sections that differ: ${sections.join(', ')}`])];
  return texts.length === 0 ? undefined : texts.join('; ');
};

/** The comparison of two policies: services that move alike in one row, the mode if it differs, and the sums. */
export const showDifference = (console: Console, difference: PolicyDifference): void => {
  const { services } = difference;
  const columns = columnsIn(difference);
  if (services.length > 0) showRows(console.records, console.reader, columns, services, groupsOf);
  const mode = modeText(difference);
  if (mode !== undefined) console.line(mode);
  console.line(console.amounts(beforeAndAfter(difference)));
  console.line({ text: console.amounts(differenceLine(difference)), style: 'bold' });
};

/** The comparison as parts of a comment. */
export const differenceParts = (difference: PolicyDifference): CommentSection[] => {
  const { services } = difference;
  const mode = modeText(difference);
  const change = `**${amounts(differenceLine(difference))}**${mode === undefined ? '' : ` (${mode})`}`;
  const line = `${change}\n\n${amounts(beforeAndAfter(difference))}`;
  if (services.length === 0) return [line];
  const more = (rows: number) => `… and ${rows} more; \`headroom policy diff\` lists all.`;
  return [
    line,
    {
      title: 'What the policy changes',
      mostBytes: 9_000,
      ...textTable(columnsIn(difference), services, groupsOf),
      more,
    },
    {
      title: `Every service that the policy changes (${services.length})`,
      mostBytes: 9_000,
      folded: true,
      ...movedServices(difference),
      more,
    },
  ];
};
