import { differenceLine, type MovedService, type PolicyDifference } from '../../core/explain/policy-difference.ts';
import { compositeKey, groupBy } from '../../core/model/grouping.ts';
import { cents, formatExact, type Money, parseMoney } from '../../core/model/money.ts';
import type { Console } from '../shell/console.ts';
import type { CommentSection } from './markdown/sections.ts';
import { someNames } from './places.ts';

/** Services that move alike, with the exact sum of their differences per month; null without a price. */
interface AlikeServices {
  readonly first: MovedService;
  readonly services: readonly MovedService[];
  readonly monthly: string | null;
}

const alike = ({ move, fromGb, toGb, fromRule, toRule, effect }: MovedService): string =>
  compositeKey(move, fromGb, toGb, fromRule, toRule, effect);

const exactSum = (services: readonly MovedService[]): string | null => {
  const sizes = services.map(({ monthly }) => (monthly === null ? null : parseMoney(monthly.replace('-', ''))));
  const sum = sizes.reduce<Money | null>((total, one) => (total === null || one === null ? null : total + one), 0n);
  if (sum === null) return null;
  return `${services[0]?.monthly?.startsWith('-') ? '-' : ''}${formatExact(sum)}`;
};

/** The services of a difference in groups that move alike, in the order of their first. */
const alikeServices = ({ services }: PolicyDifference): AlikeServices[] =>
  [...groupBy(services, alike).values()].flatMap((group) => {
    const [first] = group;
    return first === undefined ? [] : [{ first, services: group, monthly: exactSum(group) }];
  });

const groupHead = ['change', 'services', 'which', 'maximum GB', 'per month', 'rule'] as const;
export const serviceHead = ['change', 'project', 'service', 'maximum GB', 'per month', 'rule'] as const;

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

const maximumText = ({ fromGb, toGb }: MovedService): string => `${fromGb} → ${toGb}`;

const groupRow = ({ first, services, monthly }: AlikeServices): string[] => [
  moveText(first),
  String(services.length),
  someNames(services),
  maximumText(first),
  moneyText(monthly),
  ruleText(first),
];

const serviceRow = (moved: MovedService): string[] => [
  moveText(moved),
  moved.project,
  moved.service,
  maximumText(moved),
  moneyText(moved.monthly),
  ruleText(moved),
];

/** One row for each service that the policy moves, without its head. */
export const differenceRows = ({ services }: PolicyDifference): string[][] => services.map(serviceRow);

/** What the modes of the policies are if they differ, and the sections of the documents that do. */
export const modeText = ({ mode: { from, to }, sections = [] }: PolicyDifference): string | undefined => {
  const mode = from === to ? [] : [`mode: ${from} → ${to}`];
  const texts = [...mode, ...(sections.length === 0 ? [] : [`sections that differ: ${sections.join(', ')}`])];
  return texts.length === 0 ? undefined : texts.join('; ');
};

/** The comparison of two policies: services that move alike in one row, the mode if it differs, and the sums. */
export const showDifference = (console: Console, difference: PolicyDifference): void => {
  if (difference.services.length > 0) console.table([...groupHead], alikeServices(difference).map(groupRow));
  const mode = modeText(difference);
  if (mode !== undefined) console.line(mode);
  console.line({ text: console.amounts(differenceLine(difference)), style: 'bold' });
};

/** The comparison as parts of a comment. */
export const differenceParts = (difference: PolicyDifference): CommentSection[] => {
  const { services } = difference;
  const mode = modeText(difference);
  const line = `**${differenceLine(difference)}**${mode === undefined ? '' : ` (${mode})`}`;
  if (services.length === 0) return [line];
  const groups = alikeServices(difference).map(groupRow);
  const more = (rows: number) => `… and ${rows} more; \`headroom policy diff\` lists all.`;
  return [
    line,
    { title: 'What the policy changes', mostBytes: 9_000, head: groupHead, rows: groups, more },
    {
      title: `Every service that the policy changes (${services.length})`,
      mostBytes: 9_000,
      folded: true,
      head: serviceHead,
      rows: differenceRows(difference),
      more,
    },
  ];
};
