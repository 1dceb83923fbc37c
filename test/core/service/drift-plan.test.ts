import { describe, expect, it } from 'vitest';
import type { Snapshot } from '../../../lib/core/model/model.ts';
import type { Policy } from '../../../lib/core/model/policy-document.ts';
import type { PlanInput } from '../../../lib/core/plan/plan-input.ts';
import { whyOf } from '../a-change.ts';
import { at, create, lastAppliedToOrders, remove, rules, shown, snapshotWith } from '../one-service.ts';
import { additional, aPolicy, planOf, pricedAt } from '../organization.ts';
import { platformPrices } from '../platform-prices.ts';

const left = lastAppliedToOrders;

const planned = (snapshot: Snapshot, policy: Partial<Policy>, input: Partial<PlanInput> = {}) =>
  planOf([snapshot], { policy: aPolicy(policy), lastApplied: new Map([['shop-prod', [left]]]), ...input });

const larger = snapshotWith([at('e1', 400)], ['e1']);
const untied = snapshotWith([at('e1', 100)], []);
const gone = snapshotWith([], []);
const renamed = snapshotWith([at('e1', 100, 'big-disk')], ['e1']);
const renamedUnused = snapshotWith([at('e1', 100, 'big-disk')], []);
const beside = snapshotWith([at('e1', 100), at('f1', 100, 'team-endpoint')], ['e1', 'f1']);
const same = snapshotWith([at('e1', 100)], ['e1']);
const stopped = snapshotWith([at('e1', 400)], ['e1'], { state: 'REBUILDING' });
const marked = snapshotWith([at('e1', 400)], ['e1'], { tags: { 'disk-autoscaler-managed-by': 'terraform' } });

describe('the table of what was changed by hand', () => {
  it.each<[string, string, Snapshot, string[], string[], string[], string[]]>([
    ['nothing', 'enable at 100', same, [], [], [], []],
    [
      'a larger maximum',
      'enable at 100',
      larger,
      ['release update-endpoint e1 400→100'],
      ['change-taken-back'],
      [],
      ['drift'],
    ],
    ['a larger maximum', 'disable', larger, remove('e1', 400), ['change-taken-back'], [], ['drift']],
    ['a larger maximum', 'ignore', larger, [], ['no-longer-selected'], [], ['no-longer-selected']],
    [
      'no integration',
      'enable at 100',
      untied,
      ['grant create-integration e1 0→100'],
      ['autoscaler-lost'],
      [],
      ['drift'],
    ],
    [
      'no integration',
      'disable',
      untied,
      ['release delete-endpoint e1 100→0'],
      [],
      ['release delete-endpoint e1 100→0'],
      [],
    ],
    [
      'no integration',
      'ignore',
      untied,
      ['release delete-endpoint e1 100→0'],
      [],
      ['release delete-endpoint e1 100→0'],
      [],
    ],
    ['no endpoint', 'enable at 100', gone, create, ['autoscaler-lost'], [], ['drift']],
    ['no endpoint', 'disable', gone, [], [], [], []],
    ['another name', 'enable at 100', renamed, [], ['drift'], [], ['drift']],
    ['another name', 'disable', renamed, [], ['drift'], [], ['drift']],
    ['another name', 'ignore', renamed, [], [], [], []],
    ['another name, and nothing uses it', 'enable at 100', renamedUnused, create, ['autoscaler-lost'], [], ['drift']],
    ["someone else's beside ours", 'enable at 100', beside, [], ['foreign-autoscaler'], [], ['foreign-autoscaler']],
    ['a larger maximum, not eligible', 'enable at 100', stopped, [], ['not-eligible'], [], ['not-eligible']],
    ['a larger maximum, kept elsewhere', 'enable at 100', marked, [], ['managed-elsewhere'], [], ['managed-elsewhere']],
  ])('actual: %s, desired: %s', (_, desired, snapshot, repaired, repairFindings, reported, reportFindings) => {
    const repair = planned(snapshot, { rules: rules[desired] }).plan;
    expect([repair.changes.map(shown), repair.findings.map(({ code }) => code)]).toEqual([repaired, repairFindings]);
    const report = planned(snapshot, { rules: rules[desired], drift: 'report' }).plan;
    expect([report.changes.map(shown), report.findings.map(({ code }) => code)]).toEqual([reported, reportFindings]);
  });

  it('tells the owner of a change that the plan takes back who made it, and how to keep it', () => {
    const logged = { time: '2030-06-14T13:00:00Z', type: 'integration_endpoint_update', service: null };
    const event = { ...logged, actor: 'ada@example.org', description: 'Updated endpoint headroom-orders' };
    const messageOf = (desired: string) =>
      planned(larger, { rules: rules[desired] }, { events: new Map([['shop-prod', [event]]]) }).plan.findings[0]
        ?.message;
    expect(messageOf('enable at 100')).toMatch(
      /^The maximum of endpoint headroom-orders was changed from 100 GB to 400 GB by ada@example\.org at .*, not by Headroom\. The plan takes it back\. To keep a larger maximum for some days: headroom grant shop-prod\/orders GB; for longer, raise it in the policy\.$/,
    );
    expect(messageOf('disable')).toMatch(/The plan takes it back\.$/);
  });

  it('leaves an exempt service alone without a word', () => {
    const exempt = snapshotWith([at('e1', 400)], ['e1'], { tags: { 'disk-autoscaler-exempt': '2031-01-01' } });
    expect(planned(exempt, { drift: 'report' }).plan).toMatchObject({ changes: [], findings: [] });
  });

  it('says nothing where policy has come to want what was changed', () => {
    const { plan, drifted } = planned(larger, {
      rules: [{ ...rules['enable at 100']?.[0], maxAdditionalGb: 400 } as never],
      drift: 'report',
    });
    expect([plan.changes, plan.findings, drifted]).toEqual([[], [], []]);
  });
});

describe('the report of a manual change', () => {
  const said = 'The maximum of endpoint headroom-orders was changed from 100 GB to 400 GB';

  it('stands in the reason of the repair, with the actor once the event log is known', () => {
    const first = planned(larger, {});
    expect(whyOf(first.plan.changes[0])).toBe(
      `Rule "everyone" enables the autoscaler with a maximum of 100 GB. ${said}, not by Headroom.`,
    );
    expect(first.drifted).toEqual(['shop-prod']);
    const event = {
      time: '2030-06-14T13:00:00Z',
      type: 'service_integration_endpoint_update',
      service: null,
      actor: 'jane@example.com',
      description: "Updated integration endpoint 'headroom-orders'",
    };
    const named = planned(larger, {}, { events: new Map([['shop-prod', [event]]]) });
    expect(whyOf(named.plan.changes[0])).toContain(`${said} by jane@example.com at 2030-06-14T13:00:00Z`);
    expect(named.plan.digest).toBe(first.plan.digest);
  });

  it('is a finding with the mend where the policy only reports', () => {
    expect(planned(larger, { drift: 'report' }).plan.findings).toEqual([
      {
        code: 'drift',
        project: 'shop-prod',
        service: 'orders',
        message: `${said}, not by Headroom. Not changed: the policy has drift: report. Correct it by hand, or set drift: repair.`,
        details: { drift: 'maximum-changed' },
      },
    ]);
  });

  it('is a finding with the steps where the endpoint bears another name, growth pinned first where that is needed', () => {
    expect(planned(renamed, {}).plan.findings[0]?.message).toMatch(
      /renamed to big-disk, not by Headroom\..*\(1\) delete integration integration-e1; \(2\) delete endpoint big-disk/,
    );
    const elsewhere = snapshotWith([at('e1', 100, 'big-disk')], ['e1'], {
      tags: { 'disk-autoscaler-managed-by': 'terraform' },
    });
    expect(planned(elsewhere, {}).plan.findings[0]?.message).toMatch(
      /\(1\) set the disk size.*\(2\) delete integration/,
    );
  });

  it('stands beside what it has led to', () => {
    expect(planned(beside, {}).plan.findings[0]?.message).toMatch(
      /not managed by Headroom.* The service was integrated with autoscaler endpoint team-endpoint, not by Headroom\.$/,
    );
  });

  it('reads no event log when nothing is reported', () => {
    for (const snapshot of [same, stopped]) expect(planned(snapshot, {}).drifted).toEqual([]);
  });
});

describe('a budget with a service that was changed by hand', () => {
  const budgets = [
    {
      name: 'all',
      match: { project: ['*'] },
      monthly: '6.00',
      basis: 'run-rate',
      rest: 'share',
      deadBandGb: 0,
      warnPercent: 0,
    } as const,
  ];
  const prices = platformPrices([['pg/startup-4/aws-eu-west-1', null]]);
  const divided = (drift: Policy['drift'], snapshot: Snapshot) =>
    planned(snapshot, { drift, budgets, prices: pricedAt('0.10') }, { prices }).plan;

  it('repairs it to its share', () => {
    expect(divided('repair', larger).changes.map(shown)).toEqual(['release update-endpoint e1 400→60']);
  });

  it('counts the actual maximum when drift is only reported, and reports it even if it matches the rule', () => {
    const asked = snapshotWith([at('e1', 100)], ['e1']);
    const plan = planned(
      asked,
      { drift: 'report', budgets, prices: pricedAt('0.10') },
      {
        prices,
        lastApplied: new Map([['shop-prod', [{ ...left, maximum: additional(60) }]]]),
      },
    ).plan;
    expect(plan.budgets[0]?.shares.map(({ gb, reason }) => [gb, reason])).toEqual([
      [
        100,
        'Budget "all": it was changed by hand and the policy only reports that, so it counts with the larger of its maximum and its size.',
      ],
    ]);
    expect(plan.changes).toEqual([]);
    expect(plan.findings.map(({ code }) => code)).toContain('drift');
  });
});
