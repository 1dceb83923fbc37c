import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { beyondMoney, byMoney, inForce, type LedgerLine, type Wanted } from '../../../lib/core/budget/ledger.ts';
import { serviceKey } from '../../../lib/core/model/grouping.ts';
import { parseMoney } from '../../../lib/core/model/money.ts';

const money = (text: string) => parseMoney(text) ?? 0n;
const project = 'shop';

const drawn = fc
  .array(
    fc.record({
      inForceGb: fc.nat(500),
      /** What a partial answer hides of it. */
      hiddenGb: fc.nat(500),
      toGb: fc.option(fc.nat(500)),
      price: fc.constantFrom(null, money('0.15'), money('0.365')),
    }),
    { maxLength: 12 },
  )
  .map((all) => ({
    lines: all.map(({ inForceGb, price }, at): LedgerLine => ({ project, service: `s${at}`, inForceGb, price })),
    grants: all.flatMap(({ toGb }, at): Wanted[] => (toGb === null ? [] : [{ project, service: `s${at}`, toGb }])),
    hidden: all.map(({ hiddenGb }) => hiddenGb),
  }));

/** The lines once the grants that fit are written. */
const written = (lines: readonly LedgerLine[], grants: readonly Wanted[], refused: ReadonlyMap<string, string>) => {
  const granted = new Map(
    grants.filter((one) => !refused.has(serviceKey(one))).map((one) => [serviceKey(one), one.toGb]),
  );
  return lines.map((line) => ({
    ...line,
    inForceGb: Math.max(line.inForceGb, granted.get(serviceKey(line)) ?? 0),
  }));
};

describe('the money in force of a budget', () => {
  it('is within the amount after every grant that fits; above the amount nothing with a cost fits', () => {
    fc.assert(
      fc.property(drawn, fc.bigInt({ min: 0n, max: money('500') }), ({ lines, grants }, limit) => {
        const before = inForce(lines);
        const then = inForce(written(lines, grants, beyondMoney(limit, lines, grants)));
        expect(then <= limit || then === before).toBe(true);
      }),
    );
  });

  it('lets fewer grants through, never more, where more is known to be in force', () => {
    fc.assert(
      fc.property(drawn, fc.bigInt({ min: 0n, max: money('500') }), ({ lines, grants, hidden }, limit) => {
        const concerned = new Set(grants.map(serviceKey));
        const more = lines.map((line, at) =>
          concerned.has(serviceKey(line)) ? line : { ...line, inForceGb: line.inForceGb + (hidden[at] ?? 0) },
        );
        const [less, all] = [beyondMoney(limit, more, grants), beyondMoney(limit, lines, grants)];
        const spent = (some: ReadonlyMap<string, string>, of: readonly LedgerLine[]) =>
          inForce(written(of, grants, some)) - inForce(of);
        expect(spent(less, more) <= (limit > inForce(more) ? limit - inForce(more) : 0n)).toBe(true);
        if (all.size > 0 && inForce(lines) > limit) expect(less.size).toBe(all.size);
      }),
    );
  });

  it('keeps the least urgent grants waiting, and lets a smaller one after them through', () => {
    const lines = ['a', 'b', 'c'].map((service): LedgerLine => ({ project, service, inForceGb: 0, price: money('1') }));
    const grants = [
      { project, service: 'a', toGb: 60 },
      { project, service: 'b', toGb: 60 },
      { project, service: 'c', toGb: 40 },
    ];
    const refused = beyondMoney(money('100'), lines, grants);
    expect([...refused]).toEqual([
      [
        serviceKey({ project, service: 'b' }),
        '60.00 of 100.00 a month are in force or given to more urgent services, and it needs 60.00 more',
      ],
    ]);
  });

  it('is checked first where money was freed, then where most is in force', () => {
    const lines = [1, 3, 2].map(
      (gb, at): LedgerLine => ({ project: `p${at}`, service: 's', inForceGb: gb, price: 1n }),
    );
    expect(byMoney(lines, new Set(['p0']))).toEqual(['p0', 'p1', 'p2']);
  });
});
