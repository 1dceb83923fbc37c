import { describe, expect, it } from 'vitest';
import { budgetPositionOf } from '../../../lib/core/budget/position.ts';
import type { Endpoint, Service } from '../../../lib/core/model/model.ts';
import type { Rule } from '../../../lib/core/model/policy-document.ts';
import { compilePolicy } from '../../../lib/core/policy/policy.ts';
import { indexActual } from '../../../lib/core/service/actual.ts';
import { planSizesIn } from '../../../lib/core/service/floor.ts';
import { additional, anEndpoint, aPolicy, aService, aSnapshot, enableAll, planDiskMb, today } from '../organization.ts';

const gb = 1024;
const attached = [{ id: 'i1', endpointId: 'endpoint-1' }];
const caps = new Map([['pg/startup-4', 400 * gb]]);

interface Given {
  readonly service?: Partial<Service>;
  readonly endpoints?: readonly Endpoint[];
  readonly rules?: readonly Rule[];
  readonly kind?: 'additional' | 'total';
  readonly disks?: ReadonlyMap<string, number | null>;
}

const position = ({ service: more, endpoints = [], rules = [enableAll(100)], kind = 'additional', disks }: Given) => {
  const service = aService(more);
  const planDisks = disks ?? planDiskMb;
  const sizes = planSizesIn({ planDiskMb: planDisks, planCapMb: caps })(service);
  const actual = indexActual(aSnapshot({ services: [service], endpoints }), planDisks).of(service);
  const judgement = compilePolicy(aPolicy({ rules })).decide({ name: 'shop-prod', tags: {} }, service, today);
  return budgetPositionOf({ service, judgement, actual, sizes, maximumKind: kind });
};

const rule = (effect: Rule['effect']): Rule => ({ name: 'r', match: { project: ['*'] }, effect });
const counted = (of: number) => ({ kind: 'counted', gb: of });
const unknown = (of: number) => ({ kind: 'unknown', gb: of });
const wants = (floorGb: number, wantGb: number, currentGb: number | null = null) => ({
  kind: 'wants',
  floorGb,
  wantGb,
  currentGb,
});

/*
 * | service                                   | in its budget                                    |
 * |-------------------------------------------|--------------------------------------------------|
 * | enabled by a rule                         | wants the rule's maximum, from what is provisioned |
 * | wants more than its plan can grow         | wants what the plan can grow                     |
 * | managed elsewhere, and to be raised          | wants at least the maximum that it has           |
 * | managed elsewhere, to be lowered or disabled | counted with the larger of maximum, provisioned  |
 * | exempt, ignored, not eligible, not ours   | counted with the larger of maximum, provisioned  |
 * | disabled by a rule                        | counted with what is provisioned                 |
 * | size or plan unknown                      | unknown, counted with its maximum                |
 * | new, refused by the platform before       | wants nothing beyond what is provisioned         |
 * | new, below the smallest its endpoint holds | wants nothing beyond what is provisioned         |
 */
describe('what a service means to its budget', () => {
  const held = { endpoints: [anEndpoint({ maximum: additional(60) })], service: { integrations: attached } };
  const managed = { integrations: attached, tags: { 'disk-autoscaler-managed-by': 'terraform' } };
  const large = { endpoints: [anEndpoint({ maximum: additional(500) })], service: managed };
  const small = { kind: 'total', disks: new Map([['pg/startup-4', 30 * gb]]), service: { diskMb: 30 * gb } } as const;
  const total = (whole: number) => anEndpoint({ maximum: { kind: 'total', gb: whole } });
  const theirs = [anEndpoint({ name: 'finance', maximum: additional(70) })];

  it.each([
    ['new', {}, wants(0, 100)],
    ['grown by 40 GB', { service: { diskMb: 120 * gb } }, wants(40, 100)],
    ['grown beyond what it wants', { service: { diskMb: 220 * gb } }, wants(140, 140)],
    ['with an autoscaler of ours', held, wants(0, 100, 60)],
    ['wanting more than its plan can grow', { rules: [enableAll(900)] }, wants(0, 320)],
    ['whose endpoint will hold 50 GB in all at least', small, { ...wants(0, 100), smallestGb: 20 }],
    ['that the platform refused before', { service: { diskMb: 120 * gb, refusedBefore: true } }, wants(40, 40)],
    [
      'that the platform refused before, and has accepted since',
      { ...held, service: { integrations: attached, refusedBefore: true } },
      wants(0, 100, 60),
    ],
    [
      'that the platform refused before, and whose endpoint accepts no maximum as small as what is provisioned',
      { ...small, service: { diskMb: 30 * gb, refusedBefore: true } },
      wants(0, 100),
    ],
    ['that may have less than its endpoint can hold', { ...small, rules: [enableAll(10)] }, wants(0, 0)],
    [
      'whose endpoint holds 50 GB in all at least',
      { ...small, endpoints: [total(90)], service: { diskMb: 30 * gb, integrations: attached } },
      wants(20, 100, 60),
    ],
    [
      'whose endpoint holds 50 GB in all at least, and may have less',
      {
        ...small,
        endpoints: [total(90)],
        service: { diskMb: 30 * gb, integrations: attached },
        rules: [enableAll(10)],
      },
      wants(20, 20, 60),
    ],
    [
      'exempt',
      { ...held, service: { integrations: attached, tags: { 'disk-autoscaler-exempt': '2030-12-31' } } },
      counted(60),
    ],
    ['ignored', { ...held, rules: [rule('ignore')] }, counted(60)],
    ['powered off', { ...held, service: { integrations: attached, state: 'POWEROFF', diskMb: 90 * gb } }, counted(10)],
    ['rebuilding', { ...held, service: { integrations: attached, state: 'REBUILDING' } }, counted(60)],
    ["with someone else's autoscaler", { ...held, endpoints: theirs }, counted(70)],
    [
      'disabled',
      { ...held, rules: [rule('disable')], service: { integrations: attached, diskMb: 90 * gb } },
      counted(10),
    ],
    ['managed elsewhere, to be raised', { ...held, service: managed }, wants(60, 100, 60)],
    ['managed elsewhere, beyond what its plan can grow', { ...large, rules: [enableAll(900)] }, wants(500, 500, 500)],
    ['managed elsewhere, to be lowered', { ...held, service: managed, rules: [enableAll(50)] }, counted(60)],
    ['managed elsewhere, disabled', { ...held, service: managed, rules: [rule('disable')] }, counted(60)],
    [
      'managed elsewhere, disabled, with none',
      { service: { tags: managed.tags, diskMb: 90 * gb }, rules: [rule('disable')] },
      counted(10),
    ],
    ['of unknown size', { ...held, service: { integrations: attached, diskMb: null } }, unknown(60)],
    ['of a plan that is not described', { ...held, disks: new Map([['pg/startup-4', null]]) }, unknown(60)],
    [
      'of a plan not asked for yet',
      { disks: new Map() },
      { kind: 'ask', key: { project: 'shop-prod', serviceType: 'pg', plan: 'startup-4' } },
    ],
  ] as const)('%s', (_, given, wanted) => {
    expect(position(given as Given)).toMatchObject(wanted);
  });
});
