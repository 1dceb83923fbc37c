import { differenceLine, type MovedService, type PolicyDifference } from '../../core/plan/policy-difference.ts';
import type { Console } from '../shell/console.ts';
import type { Part } from './markdown/parts.ts';

const head = ['change', 'project', 'service', 'maximum GB', 'per month', 'rule'] as const;

const moneyText = (monthly: string | null): string => {
  if (monthly === null) return '?';
  return monthly.startsWith('-') ? monthly : `+${monthly}`;
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

const rowOf = (moved: MovedService): string[] => [
  moveText(moved),
  moved.project,
  moved.service,
  `${moved.fromGb} → ${moved.toGb}`,
  moneyText(moved.monthly),
  ruleText(moved),
];

const modeText = ({ mode: { from, to } }: PolicyDifference): string | undefined =>
  from === to ? undefined : `mode: ${from} → ${to}`;

/** The comparison of two policies: the services that differ, the mode if it differs, and the sums. */
export const showDifference = (console: Console, difference: PolicyDifference): void => {
  if (difference.services.length > 0) console.table([...head], difference.services.map(rowOf));
  const mode = modeText(difference);
  if (mode !== undefined) console.line(mode);
  console.line({ text: differenceLine(difference), style: 'bold' });
};

/** The comparison as parts of a comment. */
export const differenceParts = (difference: PolicyDifference): Part[] => {
  const mode = modeText(difference);
  const line = `**${differenceLine(difference)}**${mode === undefined ? '' : ` (${mode})`}`;
  if (difference.services.length === 0) return [{ kind: 'text', text: line }];
  const title = `What the policy changes (${difference.services.length} services)`;
  const more = (rows: number) => `… and ${rows} more; \`headroom policy diff\` lists all.`;
  const table = { head, rows: difference.services.map(rowOf), more };
  return [
    { kind: 'text', text: line },
    { kind: 'table', title, mostBytes: 14_000, folded: difference.services.length > 20, table },
  ];
};
