import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatExact, parseMoney } from '../../../lib/core/model/money.ts';
import type { Guardrails } from '../../../lib/core/model/policy-document.ts';
import { type ServiceCounts, violations } from '../../../lib/core/plan/guardrails.ts';
import type { Summary } from '../../../lib/core/plan/plan-result.ts';
import { policyDefaults } from '../../../lib/core/policy/policy-defaults.ts';
import { at, integrationWith } from '../one-service.ts';
import { aPolicy, aService, aSummary, pricedAt } from '../organization.ts';
import { aRecord, at100, at200, endpointAt, lowered, raised, undo } from './undone-run.ts';

const open: Guardrails = aPolicy().guardrails;
const none: Summary = aSummary();

interface Given extends Partial<Omit<Parameters<typeof violations>[1], 'summary' | 'counts'>> {
  readonly summary?: Partial<Summary>;
  readonly counts?: Partial<ServiceCounts>;
}

const found = (limits: Partial<Guardrails>, { summary, counts, ...more }: Given) =>
  violations(
    { ...open, ...limits },
    {
      summary: { ...none, ...summary },
      counts: { changed: 0, managed: 100, concerned: 100, ...counts },
      addedMoney: 0n,
      currency: 'EUR',
      hasDefaultPrice: false,
      ...more,
    },
  );

const crossed = (limits: Partial<Guardrails>, summary: Partial<Summary>, counts: Partial<ServiceCounts> = {}) =>
  found(limits, { summary, counts }).map(({ guardrail, limit, actual }) => [guardrail, limit, actual]);

const money = (text: string) => parseMoney(text) ?? 0n;

const costing = (maxAddedMonthly: string | undefined, addedMoney: bigint | null, addedGb = 1) =>
  found({ maxAddedMonthly }, { summary: { addedGb }, addedMoney }).map(({ limit, actual }) => [limit, actual]);

describe('guardrails', () => {
  it('hold up to and including their limit', () => {
    expect(crossed({ maxChanges: 5 }, {}, { changed: 5 })).toEqual([]);
    expect(crossed({ maxChanges: 5 }, {}, { changed: 6 })).toEqual([['maxChanges', 5, 6]]);
    expect(crossed({ maxAddedGb: 500 }, { addedGb: 500 })).toEqual([]);
    expect(crossed({ maxAddedGb: 500 }, { addedGb: 501 })).toEqual([['maxAddedGb', 500, 501]]);
    expect(crossed({ maxChangePercent: 20 }, {}, { changed: 20 })).toEqual([]);
    expect(crossed({ maxChangePercent: 20 }, {}, { changed: 21 })).toEqual([['maxChangePercent', 20, 21]]);
  });

  it('guard raising and lowering separately, and neither where nothing is said', () => {
    expect(crossed({ maxRaises: 2 }, { raise: 2, lower: 9 })).toEqual([]);
    expect(crossed({ maxRaises: 2 }, { raise: 3 })).toEqual([['maxRaises', 2, 3]]);
    expect(crossed({ maxLowers: 2 }, { raise: 9, lower: 2 })).toEqual([]);
    expect(crossed({ maxLowers: 2 }, { lower: 3 })).toEqual([['maxLowers', 2, 3]]);
    expect(crossed({}, { raise: 1e5, lower: 1e5 })).toEqual([]);
  });

  it('0 means none at all', () => {
    expect(crossed({ maxChanges: 0 }, {}, { changed: 1 })).toEqual([['maxChanges', 0, 1]]);
    expect(crossed({ maxAddedGb: 0 }, { addedGb: 1 })).toEqual([['maxAddedGb', 0, 1]]);
    expect(crossed({ maxRaises: 0, maxLowers: 0 }, { raise: 1, lower: 1 })).toEqual([
      ['maxRaises', 0, 1],
      ['maxLowers', 0, 1],
    ]);
    expect(costing('0', 1n)).toEqual([['0', '0.000000000001']]);
    const small = { changed: 1, managed: 2, concerned: 2 };
    expect(crossed({ maxChangePercent: 0 }, {}, small)).toEqual([['maxChangePercent', 0, 50]]);
    expect(crossed({ maxChanges: 0, maxChangePercent: 0, maxAddedGb: 0, maxRaises: 0, maxLowers: 0 }, {})).toEqual([]);
  });

  it('a share is judged from 10 managed services on', () => {
    expect(crossed({ maxChangePercent: 20 }, {}, { changed: 9, managed: 9, concerned: 9 })).toEqual([]);
    const ten = { changed: 3, managed: 10, concerned: 10 };
    expect(crossed({ maxChangePercent: 20 }, {}, ten)).toEqual([['maxChangePercent', 20, 30]]);
  });

  it('100 percent never stands in the way, even of endpoints whose services are gone', () => {
    expect(crossed({ maxChangePercent: 100 }, {}, { changed: 50, managed: 10, concerned: 55 })).toEqual([]);
  });

  it('are careful where a document says nothing', () => {
    expect(policyDefaults.guardrails).toEqual({
      maxChanges: 25,
      maxChangePercent: 20,
      maxAddedGb: 5000,
      maxGrowthPercent: 50,
      needApproval: ['harm'],
      maxFailures: 10,
      firstRun: 'propose',
      approvalHours: 24,
    });
  });
});

describe('the guardrail of money', () => {
  it('is exact', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 18n), (limit) => {
        const text = formatExact(limit);
        expect(costing(text, limit)).toEqual([]);
        expect(costing(text, limit + 1n)).toEqual([[text, formatExact(limit + 1n)]]);
      }),
    );
  });

  it('is 1000.00 where policy says nothing, and then stops nothing that has no price', () => {
    expect(costing(undefined, money('1000.00'))).toEqual([]);
    expect(costing(undefined, money('1000.01'))).toEqual([['1000.00', '1000.01']]);
    expect(costing(undefined, null)).toEqual([]);
  });

  it('stops what has no price where policy sets it, and says so', () => {
    expect(costing('1000.00', null)).toEqual([['1000.00', null]]);
    expect(found({ maxAddedMonthly: '50' }, { summary: { addedGb: 7 }, addedMoney: null })[0]?.message).toBe(
      '7 GB would be added, some without a known price; maxAddedMonthly allows 50 EUR. Approve this plan, or set prices.default in the policy.',
    );
  });

  it('does not ask for a default price that the policy has: the platform has not given its answer yet', () => {
    const given = { summary: { addedGb: 7 }, addedMoney: null, hasDefaultPrice: true };
    expect(found({ maxAddedMonthly: '50' }, given)[0]?.message).toMatch(
      /Approve this plan, or wait for a run that gets the price\.$/,
    );
  });

  it('stops nothing where nothing is added', () => {
    expect(costing('0', null, 0)).toEqual([]);
    expect(costing('0', 0n, 0)).toEqual([]);
  });
});

describe('every violation', () => {
  it('says number, limit and what to do', () => {
    const given = {
      summary: { disable: 3, addedGb: 50, raise: 2, lower: 4 },
      counts: { changed: 3, managed: 20, concerned: 21 },
      addedMoney: money('7.5'),
    };
    const limits: Partial<Guardrails> = {
      maxChanges: 2,
      maxChangePercent: 10,
      maxAddedGb: 40,
      maxRaises: 1,
      maxLowers: 1,
      maxAddedMonthly: '5.00',
    };
    expect(found(limits, given).map(({ message }) => message)).toEqual([
      '3 services would change; maxChanges allows 2. Approve this plan, or raise maxChanges in the guardrails.',
      '50 GB would be added to the maximums; maxAddedGb allows 40 GB. Approve this plan, or raise maxAddedGb in the guardrails.',
      'The maximum of 2 services would rise; maxRaises allows 1. Approve this plan, or raise maxRaises in the guardrails.',
      'The maximum of 4 services would fall; maxLowers allows 1. Approve this plan, or raise maxLowers in the guardrails.',
      '3 of 21 services (15 %) would change; maxChangePercent allows 10 %. Approve this plan, or raise maxChangePercent in the guardrails.',
      '7.50 EUR a month would be added; maxAddedMonthly allows 5.00 EUR. Approve this plan, or raise maxAddedMonthly in the guardrails.',
    ]);
  });
});

const budget = {
  name: 'storage',
  match: { project: ['*'] },
  basis: 'run-rate' as const,
  rest: 'share' as const,
  deadBandGb: 0,
  warnPercent: 0,
};
const given = (monthly: string) => ({ budgets: [{ ...budget, monthly }], prices: pricedAt('0.10') });

/** The other services of the budget: one keeps what it has, and one has nothing. */
const others = [aService({ name: 'held', integrations: [integrationWith('e2')] }), aService({ name: 'without' })];

describe('a plan that undoes a run', () => {
  it('needs approval when a budget does not pay for what is brought back', () => {
    expect(undo(lowered, at100, given('20.00')).violations).toEqual([]);
    expect(undo(lowered, at100, given('19.99')).violations).toEqual([
      expect.objectContaining({
        guardrail: 'budget',
        limit: '19.99',
        message: expect.stringContaining('"storage" would cost'),
      }),
    ]);
    expect(undo(raised, at200, given('1.00')).violations).toEqual([]);
  });

  it('counts the other services with what they have, and those without an autoscaler with nothing', () => {
    const shared = {
      ...at100,
      services: [...at100.services, ...others],
      endpoints: [...at100.endpoints, at('e2', 50, 'headroom-held')],
    };
    expect(undo(lowered, shared, given('25.00')).violations).toEqual([]);
    expect(undo(lowered, shared, given('24.99')).violations).toMatchObject([{ actual: '25.00' }]);
  });

  it('gets no money from the autoscaler of a disk that has grown: without it the disk costs the same', () => {
    const held = { endpointName: 'headroom-held', endpointId: 'e2', service: 'held' };
    const heldAttached = { kind: 'integration', integrationId: 'integration-e2', endpointId: 'e2' } as const;
    const both = [
      ...lowered,
      aRecord('create-endpoint', null, endpointAt(200), held),
      aRecord('create-integration', null, heldAttached, held),
    ];
    const heldAt = (gb: number) => ({
      ...at100,
      services: [
        ...at100.services,
        aService({ name: 'held', integrations: [integrationWith('e2')], diskMb: (80 + gb) * 1024 }),
      ],
      endpoints: [...at100.endpoints, at('e2', 200, 'headroom-held')],
    });
    expect(undo(both, heldAt(0), given('20.00')).violations).toEqual([]);
    expect(undo(both, heldAt(200), given('20.00')).violations).toMatchObject([{ actual: '40.00' }]);
  });
});
