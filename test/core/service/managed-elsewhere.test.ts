import { describe, expect, it } from 'vitest';
import type { Snapshot } from '../../../lib/core/model/model.ts';
import type { Policy } from '../../../lib/core/model/policy-document.ts';
import { flat } from '../a-change.ts';
import { at, create, integrationWith, outcome, rules, snapshotWith } from '../one-service.ts';
import { aPolicy, aService, aSnapshot, enableAll, planOf, pricedAt } from '../organization.ts';
import { platformPrices } from '../platform-prices.ts';

const tags = { 'disk-autoscaler-managed-by': 'terraform' };
const marked = { tags };

const nothing = snapshotWith([], [], marked);
const spare = snapshotWith([at('e1', 100)], [], marked);
const ours = snapshotWith([at('e1', 100)], ['e1'], marked);
const oursLess = snapshotWith([at('e1', 40)], ['e1'], marked);
const oursMore = snapshotWith([at('e1', 400)], ['e1'], marked);
const unreadable = snapshotWith([at('e1', null)], ['e1'], marked);
const twoLarger = snapshotWith([at('e1', 100), at('e2', 400)], ['e1', 'e2'], marked);
const twoSmaller = snapshotWith([at('e1', 100), at('e2', 40)], ['e1', 'e2'], marked);
const stopped = snapshotWith([at('e1', 40)], ['e1'], { tags, state: 'POWEROFF' });

describe('the table of services whose configuration is kept elsewhere', () => {
  it.each([
    ['nothing', 'enable at 100', nothing, create, ['managed-elsewhere']],
    ['nothing', 'disable', nothing, [], []],
    ['nothing', 'ignore', nothing, [], []],
    ['unused', 'enable at 100', spare, ['grant create-integration e1 0→100'], ['managed-elsewhere']],
    ['unused', 'disable', spare, ['release delete-endpoint e1 100→0'], []],
    ['unused', 'ignore', spare, ['release delete-endpoint e1 100→0'], []],
    ['ours at M', 'enable at 100', ours, [], []],
    ['ours at M', 'disable', ours, [], ['managed-elsewhere']],
    ['ours at M', 'ignore', ours, [], ['no-longer-selected']],
    ['ours below M', 'enable at 100', oursLess, ['grant update-endpoint e1 40→100'], []],
    ['ours above M', 'enable at 100', oursMore, [], ['managed-elsewhere']],
    ['ours above M', 'disable', oursMore, [], ['managed-elsewhere']],
    ['ours, unreadable', 'enable at 100', unreadable, [], ['managed-elsewhere']],
    ['ours, unreadable', 'disable', unreadable, [], ['managed-elsewhere']],
    ['two of ours, the other one larger', 'enable at 100', twoLarger, [], ['managed-elsewhere']],
    [
      'two of ours, the other one smaller',
      'enable at 100',
      twoSmaller,
      ['release delete-integration e2 40→0', 'release delete-endpoint e2 40→0'],
      [],
    ],
    ['two of ours', 'disable', twoSmaller, [], ['managed-elsewhere']],
    ['not eligible, with ours', 'disable', stopped, [], ['managed-elsewhere']],
  ])('actual: %s, desired: %s', (_, desired, snapshot, changes, findings) => {
    expect(outcome(snapshot, { rules: rules[desired] })).toEqual({ changes, findings });
  });

  it('what is provisioned counts before it is asked whether that is less than the maximum', () => {
    const grown = snapshotWith([at('e1', 120)], ['e1'], { tags, diskMb: 220 * 1024 });
    expect(outcome(grown, {})).toEqual({
      changes: ['grant update-endpoint e1 120→140'],
      findings: ['floor-above-maximum'],
    });
  });

  it('an exempt service is left alone without a word', () => {
    const exempt = snapshotWith([at('e1', 400)], ['e1'], { tags: { ...tags, 'disk-autoscaler-exempt': '2031-01-01' } });
    expect(outcome(exempt, {})).toEqual({ changes: [], findings: [] });
  });
});

describe('the finding about a service that another tool manages', () => {
  const findingOf = (snapshot: ReturnType<typeof snapshotWith>, desired: string) =>
    planOf([snapshot], { policy: aPolicy({ rules: rules[desired] }) }).plan.findings[0];

  it('disabling: growth is pinned to the size of now before the integration goes, and then the endpoint', () => {
    const grown = snapshotWith([at('e1', 100)], ['e1'], { tags, diskMb: 92_000 });
    expect(findingOf(grown, 'disable')).toEqual({
      code: 'managed-elsewhere',
      project: 'shop-prod',
      service: 'orders',
      message:
        'The service is managed by terraform, so Headroom does not remove its autoscaler. Rule "none" disables the autoscaler. ' +
        'To do it by hand: (1) set the disk size in that configuration to the present 90 GB, or its next ' +
        'apply resets the disk; (2) delete integration integration-e1; (3) delete endpoint headroom-orders (e1).',
      details: { diskGb: 90, endpoint: 'e1', integration: 'integration-e1' },
    });
  });

  it('lowering: growth is pinned before the maximum is set, and a second autoscaler goes in between', () => {
    expect(findingOf(oursMore, 'enable at 100')).toMatchObject({
      message: expect.stringMatching(
        /does not lower its maximum from 400 GB to 100 GB.*\(1\) set the disk size.*\(2\) set the maximum of endpoint headroom-orders \(e1\)/,
      ),
      details: { diskGb: 80, toGb: 100, endpoint: 'e1', integration: 'integration-e1' },
    });
    expect(findingOf(twoLarger, 'enable at 100')?.message).toMatch(
      /\(2\) delete integration integration-e2; \(3\) set the maximum/,
    );
    expect(findingOf(unreadable, 'enable at 100')?.message).toContain(
      'does not lower its maximum from an unreadable value to 100 GB',
    );
  });

  it('a disk of unknown size is to be pinned to what the platform shows', () => {
    const unknown = snapshotWith([at('e1', 100)], ['e1'], { tags, diskMb: null });
    expect(findingOf(unknown, 'disable')).toMatchObject({
      message: expect.stringContaining('to the present size'),
      details: { endpoint: 'e1' },
    });
  });

  it('enabling: the owner is to let the disk be, once', () => {
    expect(findingOf(nothing, 'enable at 100')?.message).toContain('Make that configuration ignore disk size changes');
    expect(findingOf(ours, 'enable at 100')).toBeUndefined();
  });
});

const budgetPolicy = (monthly: string, maxAdditionalGb = 200): Policy =>
  aPolicy({
    rules: [enableAll(maxAdditionalGb)],
    prices: pricedAt('0.10'),
    budgets: [
      {
        name: 'all',
        match: { project: ['*'] },
        monthly,
        basis: 'run-rate',
        rest: 'share',
        deadBandGb: 0,
        warnPercent: 0,
      },
    ],
  });

const planned = (snapshot: Snapshot, policy: Policy) =>
  planOf([snapshot], { policy, prices: platformPrices([['pg/startup-4/aws-eu-west-1', null]]) }).plan;

describe('budgets with services whose configuration is kept elsewhere', () => {
  const twoServices = (mark: Record<string, string>) =>
    aSnapshot({
      services: [
        aService({ tags: mark, integrations: [integrationWith('e1')] }),
        aService({ name: 'billing', integrations: [integrationWith('e2')] }),
      ],
      endpoints: [at('e1', 100), at('e2', 100, 'headroom-billing')],
    });

  it('what is not lowered is counted, so that the others get only what is left', () => {
    const free = planned(twoServices({}), budgetPolicy('12.00'));
    expect(free.budgets[0]?.shares.map(({ service, gb }) => [service, gb])).toEqual([
      ['billing', 100],
      ['orders', 20],
    ]);
    const kept = planned(twoServices(tags), budgetPolicy('12.00'));
    expect(kept.budgets[0]?.shares.map(({ service, gb }) => [service, gb])).toEqual([
      ['billing', 20],
      ['orders', 100],
    ]);
    expect(flat(kept.changes).map(({ service, toGb }) => [service, toGb])).toEqual([['billing', 20]]);
    expect(kept.budgets[0]?.allocatedMonthly).toBe('12.00');
  });

  it('a rule that wants less leaves it counted at its maximum, and lists the steps', () => {
    const plan = planned(twoServices(tags), budgetPolicy('12.00', 30));
    expect(plan.budgets[0]?.shares.map(({ service, gb }) => [service, gb])).toEqual([
      ['billing', 20],
      ['orders', 100],
    ]);
    expect(plan.findings.map(({ code, service }) => [code, service])).toContainEqual(['managed-elsewhere', 'orders']);
  });

  it('one that a rule disables stays counted at its maximum too', () => {
    const policy = budgetPolicy('12.00');
    const disabling = {
      ...policy,
      rules: [{ name: 'no', match: { service: ['orders'] }, effect: 'disable' as const }, ...policy.rules],
    };
    const plan = planned(twoServices(tags), disabling);
    expect(plan.budgets[0]?.shares.map(({ service, gb }) => [service, gb])).toEqual([
      ['billing', 20],
      ['orders', 100],
    ]);
  });
});
