import { expect, it } from 'vitest';
import { ineligibleReason } from '../../../lib/core/policy/eligibility.ts';
import { aService } from '../organization.ts';

it('finds nothing against a running service whose type and plan can grow (§1.7 running service)', () => {
  expect(ineligibleReason(aService())).toBeNull();
  expect(ineligibleReason(aService({ type: 'opensearch', plan: 'freedom-8' }))).toBeNull();
});

it('says what the platform answered when it refused the autoscaler', () => {
  expect(ineligibleReason(aService({ refusal: 'not in this cloud' }))).toContain(
    '(retried after a week): not in this cloud',
  );
});

it.each(['REBUILDING', 'POWEROFF', 'REBALANCING', ''])('refuses state %j and names it', (state) => {
  expect(ineligibleReason(aService({ state }))).toContain(`state ${state}`);
});

it.each(['redis', 'valkey', 'dragonfly', 'flink', 'kafka_connect', 'kafka_mirrormaker'])(
  'refuses type %s (§1.7 dynamic sizing)',
  (type) => {
    expect(ineligibleReason(aService({ type }))).toContain(`type ${type} does not support dynamic disk sizing`);
  },
);

it.each(['free', 'free-1-5gb', 'hobbyist', 'hobbyist-1', 'developer-1'])(
  'refuses plan %s (§1.7 dynamic sizing)',
  (plan) => {
    expect(ineligibleReason(aService({ plan }))).toContain(`Plan ${plan} does not support dynamic disk sizing`);
  },
);
