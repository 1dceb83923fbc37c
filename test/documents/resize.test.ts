import { describe, expect, it } from 'vitest';
import { parsePolicy } from '../../lib/documents/documents.ts';
import { checkPolicy } from '../../lib/documents/policy-check.ts';

const withEntry = (entry: string, more = ''): string =>
  `version: 1\nrules: [{ name: all, match: { project: "*" }, effect: enable, maxAdditionalGb: 100 }]\nprepare:\n  - ${entry}\n${more}`;

const sale = '{ name: sale, match: { project: shop-* }, before: 2026-11-27, room: { gb: 200 } }';

const errorsOf = (entry: string): readonly string[] => checkPolicy(withEntry(entry), 'policy.yaml').errors;

describe('the loads of a policy', () => {
  it('have a time in UTC and a lead time of seven days unless they give another', () => {
    const timed = '{ name: b, match: { service: b }, before: 2026-11-27T06:30, leadDays: 3, room: { percent: 50 } }';
    expect(parsePolicy(`${withEntry(sale)}  - ${timed}\n`, 'policy.yaml').prepare).toEqual([
      {
        name: 'sale',
        match: { project: ['shop-*'] },
        before: '2026-11-27',
        beforeMs: Date.parse('2026-11-27'),
        leadDays: 7,
        room: { gb: 200 },
      },
      {
        name: 'b',
        match: { service: ['b'] },
        before: '2026-11-27T06:30',
        beforeMs: Date.parse('2026-11-27T06:30Z'),
        leadDays: 3,
        room: { percent: 50 },
      },
    ]);
  });

  it.each([
    ['no room', sale.replace('{ gb: 200 }', '{}'), 'prepare[0].room: must have either gb or percent'],
    ['two rooms', sale.replace('gb: 200', 'gb: 200, percent: 10'), 'room: must have either gb or percent'],
    ['no GB', sale.replace('200', '0'), 'prepare[0].room.gb'],
    ['a date that does not exist', sale.replace('11-27', '11-31'), 'prepare[0].before: must be a day'],
    ['no services', sale.replace('{ project: shop-* }', '{}'), 'prepare[0].match'],
    ['a misspelt member', sale.replace('room', 'leaddays: 2, room'), 'leaddays'],
  ])('are refused with %s', (_, entry, error) => {
    expect(errorsOf(entry).join('\n')).toContain(error);
  });

  it('are warned of once they are past', () => {
    const warningsAt = (now: string) =>
      checkPolicy(withEntry(sale), 'policy.yaml', 'documented', Date.parse(now)).warnings;
    expect(warningsAt('2026-11-26T23:59:59Z')).toEqual([]);
    expect(warningsAt('2026-11-27T00:00:00Z')).toEqual([
      expect.stringMatching(/^policy\.yaml:4:\d+ prepare\[0\]\.before: is past, so "sale" does nothing: remove it$/),
    ]);
  });
});
