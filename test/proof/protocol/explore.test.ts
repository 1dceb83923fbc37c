import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { explore } from '../../protocol/explore.ts';
import { rules } from '../../protocol/model.ts';
import { type Assumptions, otherRules } from '../../protocol/moves.ts';

const calm: Assumptions = { noLateWrite: true, noGrowthDuringWrite: true, isApproved: true };

/** What the organization spares the protocol; properties that rest on more are not promised there. */
const assumed: readonly (readonly [string, Assumptions])[] = [
  ['an approved plan', calm],
  ['an approved plan, and disks that grow at any moment', { ...calm, noGrowthDuringWrite: false }],
  ['an approved plan, and writes that arrive late', { ...calm, noGrowthDuringWrite: false, noLateWrite: false }],
  ['a policy that a person edits', { ...calm, isApproved: false }],
];

const page = readFileSync(join(import.meta.dirname, '../../../docs/internals/protocol.md'), 'utf8');

/** States and moves that the page of the protocol counts for a row of its table. */
const countedOnPage = (row: string): number[] =>
  (page.split('\n').find((line) => line.startsWith(`| ${row} |`)) ?? '')
    .split('|')
    .slice(2, 4)
    .map((cell) => Number(cell.replaceAll(',', '')));

describe('two runs in every order of their steps', () => {
  it.each(assumed)('break no property and always come to their end, with %s', (row, assumptions) => {
    const { states, moves, broken, stuck } = explore(assumptions);
    expect([broken, stuck]).toEqual([undefined, undefined]);
    expect([states, moves]).toEqual(countedOnPage(row));
  });

  const edited = { ...calm, isApproved: false };
  const late = { ...calm, noGrowthDuringWrite: false, noLateWrite: false };
  it.each([
    ['a run takes the lease of another only if', 'the budget is never exceeded', edited],
    ['a run changes only its own lease', 'the budget is never exceeded', edited],
    ['a run that is over takes no lease', 'only approved changes are on their way', calm],
    ['a place of an approved plan is reserved by one run', 'each approved change takes effect', late],
    ['releases of which a budget depends', 'the budget is never exceeded', calm],
    ['a run intends only what was handed over', 'only approved changes are on their way', calm],
    ['an intent is stored before its write is sent', 'only approved changes are on their way', calm],
    ['a run writes only while it has the lease', 'only approved changes are on their way', calm],
    ['money that releases free', 'the budget is never exceeded', calm],
    ['before a run writes', 'writes of two runs are never outside the audit', edited],
    ['a run is sealed once it can write no more', 'only approved changes are on their way', calm],
    ['only what a sealed run certainly did not write', 'only approved changes are on their way', calm],
    ['a plan is made of readings', 'the budget is never exceeded', edited],
    ['approved changes are reserved', 'only approved changes are on their way', calm],
    ['a run looks at the disk', 'no maximum is below the disk', calm],
    ['a release is confirmed by reading', 'the budget is never exceeded', calm],
  ])('without the rule "%s …" break: %s', (rule, property, assumptions) => {
    const names = [...rules.map(({ name }) => name), ...otherRules].filter((name) => name.startsWith(rule));
    expect(names).toHaveLength(1);
    const { broken } = explore(assumptions, new Set(names));
    expect(broken?.property).toContain(property);
  });
});
