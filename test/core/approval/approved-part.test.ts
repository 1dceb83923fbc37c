import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OpenApproval } from '../../../lib/core/approval/approval.ts';
import { approvedPart, withFreedMoney } from '../../../lib/core/approval/approved-part.ts';
import type { BudgetResult, BudgetShare } from '../../../lib/core/budget/result.ts';
import { type Change, gbOf, isDiskChange } from '../../../lib/core/change/change.ts';
import type { Plan } from '../../../lib/core/plan/plan-result.ts';
import { aChange } from '../a-change.ts';
import { anApproval } from './an-approval.ts';

interface Drawn {
  readonly service: string;
  readonly fromGb: number;
  readonly toGb: number;
  readonly budget?: string;
}

const update = ({ service, fromGb, toGb, budget }: Drawn): Change =>
  aChange({
    service,
    endpointName: `headroom-${service}`,
    endpointId: `e-${service}`,
    phase: toGb < fromGb ? 'release' : 'grant',
    fromGb,
    toGb,
    maximum: { kind: 'additional', gb: toGb },
    ...(budget === undefined ? {} : { budget }),
  });

const enable = ({ service, toGb }: Drawn): Change[] => {
  const disk = { service, endpointName: `headroom-${service}`, fromGb: 0, toGb, endpointId: null } as const;
  return [
    aChange({ ...disk, kind: 'create-endpoint', maximum: { kind: 'additional', gb: toGb } }),
    aChange({ ...disk, kind: 'create-integration', maximum: null }),
  ];
};

const gb = fc.constantFrom(0, 50, 100, 150, 200);
const drawn = fc
  .record({ service: fc.constantFrom('a', 'b', 'c', 'd'), fromGb: gb, toGb: gb })
  .filter(({ fromGb, toGb }) => fromGb !== toGb);

/** The changes of a plan: each service once, enabled or with another maximum. */
const changesOf = (all: readonly Drawn[]): Change[] =>
  all.flatMap((one) => (one.fromGb === 0 ? enable(one) : [update(one)]));
const plan = fc.uniqueArray(drawn, { selector: ({ service }) => service, maxLength: 4 }).map(changesOf);

/** What is left of an approval after a run. */
const leftOf = (approval: OpenApproval, part: ReturnType<typeof approvedPart>): OpenApproval => ({
  ...approval,
  used: new Set([...approval.used, ...[...part.values()].map(({ index }) => index)]),
});

describe('the part of the needed changes that an approval covers', () => {
  it('is a part of both, and raises no further than was approved, nor lowers further', () => {
    fc.assert(
      fc.property(plan, plan, (approved, needed) => {
        const part = approvedPart(needed, [anApproval(approved)]);
        for (const [change, { approval, index }] of part) {
          const allowed = approval.changes[index] as Change;
          expect(needed).toContain(change);
          expect([allowed.kind, allowed.service, allowed.phase]).toEqual([change.kind, change.service, change.phase]);
          if (!isDiskChange(change) || !isDiskChange(allowed)) continue;
          const [now, then] = [gbOf(change), gbOf(allowed)];
          if (change.phase === 'grant') expect(now.toGb).toBeLessThanOrEqual(then.toGb);
          else expect(now.toGb).toBeGreaterThanOrEqual(then.toGb);
        }
      }),
    );
  });

  it('is all of it where the plan is the approved one, and nothing of it a second time', () => {
    fc.assert(
      fc.property(plan, (needed) => {
        const approval = anApproval(needed);
        const part = approvedPart(needed, [approval]);
        expect([...part.keys()]).toEqual(needed);
        expect(approvedPart(needed, [leftOf(approval, part)]).size).toBe(0);
      }),
    );
  });

  it('uses each approved change once over any number of runs, whatever becomes needed between them', () => {
    fc.assert(
      fc.property(plan, fc.array(plan, { maxLength: 4 }), (approved, runs) => {
        let approval = anApproval(approved);
        let total = 0;
        for (const needed of runs) {
          const part = approvedPart(needed, [approval]);
          total += part.size;
          approval = leftOf(approval, part);
        }
        expect(total).toBeLessThanOrEqual(approved.length);
      }),
    );
  });

  it('does not depend on the order of anything', () => {
    fc.assert(
      fc.property(plan, plan, plan, (one, other, needed) => {
        const [first, second] = [
          anApproval(one),
          anApproval(other, { digest: 'other', approvedAt: '2030-06-15T10:00:00.000Z' }),
        ];
        const named = (part: ReturnType<typeof approvedPart>) =>
          new Map([...part].map(([change, { approval, index }]) => [change, `${approval.digest} ${index}`]));
        const there = named(approvedPart(needed, [first, second]));
        expect(named(approvedPart(needed.toReversed(), [second, first]))).toEqual(there);
      }),
    );
  });

  it('has the changes of a disk together or not at all', () => {
    const [create, attach] = enable({ service: 'a', fromGb: 0, toGb: 100 });
    expect(approvedPart([create as Change, attach as Change], [anApproval([create as Change])]).size).toBe(0);
    // The endpoint that the approved plan was to create is there by now.
    const rest = aChange({ ...(attach as object), kind: 'create-integration', endpointId: 'e-a', maximum: null });
    const approval = anApproval([create as Change, attach as Change], { used: new Set([0]) });
    expect(approvedPart([rest], [approval]).size).toBe(1);
  });

  it('covers a change from another start, and none of another endpoint or another way of counting', () => {
    const approved = update({ service: 'a', fromGb: 100, toGb: 200 });
    const covers = (given: object) =>
      approvedPart([aChange({ ...(approved as object), ...given })], [anApproval([approved])]).size;
    expect(covers({ toGb: 150, maximum: { kind: 'additional', gb: 150 } })).toBe(1);
    expect(covers({ fromGb: 120 })).toBe(1);
    expect(covers({ endpointId: 'e-other' })).toBe(0);
    expect(covers({ maximum: { kind: 'total', gb: 200 } })).toBe(0);
    expect(covers({ maximum: { kind: 'additional', gb: 201 } })).toBe(0);
  });

  it('waits with the grants of a budget that count on a release which is not chosen, the least urgent first', () => {
    const lower = update({ service: 'a', fromGb: 200, toGb: 100, budget: 'shop' });
    const raise = update({ service: 'b', fromGb: 100, toGb: 200, budget: 'shop' });
    const urgent = update({ service: 'd', fromGb: 100, toGb: 140, budget: 'shop' });
    const free = update({ service: 'c', fromGb: 100, toGb: 200 });
    const changes = [lower, raise, urgent, free];
    const share = (service: string, inForceGb: number) =>
      ({ project: lower.project, service, inForceGb, gb: 0, perGbMonth: '1.00' }) as BudgetShare;
    const shares = [share('a', 200), share('b', 100), share('d', 100)];
    const through = (grantableMonthly: string, chosen: readonly Change[]) => {
      const plan = {
        changes,
        budgets: [{ name: 'shop', grantableMonthly, shares } as unknown as BudgetResult],
      } as unknown as Plan;
      const urgencyOf = ({ service }: { service: string | null }) => (service === 'd' ? 1 : 2);
      return [...withFreedMoney(new Set(chosen), { plan, urgencyOf })].map(({ service }) => service).sort();
    };
    expect(through('450.00', [raise, urgent, free])).toEqual(['c', 'd']);
    expect(through('400.00', [raise, urgent, free])).toEqual(['c']);
    expect(through('540.00', [raise, urgent, free])).toEqual(['b', 'c', 'd']);
    expect(through('400.00', changes)).toEqual(['a', 'b', 'c', 'd']);
  });
});
