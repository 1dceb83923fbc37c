import { describe, expect, it } from 'vitest';
import { startCommand } from '../../../lib/core/disk/remedy.ts';
import type { Freeze } from '../../../lib/core/model/freeze.ts';
import type { Service } from '../../../lib/core/model/model.ts';
import { policyDefaults } from '../../../lib/core/policy/policy-defaults.ts';
import type { ServiceContext } from '../../../lib/core/service/changes.ts';
import { enableAll } from '../organization.ts';
import {
  alertFor,
  codes,
  found,
  type Given,
  measured,
  message,
  off,
  withAutoscaler,
  withoutAutoscaler,
} from './planned-disks.ts';

describe('the remedy at a maximum', () => {
  const full = (more: Partial<Service> = {}) => withAutoscaler(180, 100, more);
  const remedy = (policy: Given['policy'], more: Partial<Service> = {}) =>
    message('disk-full', full(more), { history: measured(178, 0, 180), policy });

  it('is a grant only where a grant counts', () => {
    expect(remedy({ rules: [enableAll(100)] })).toContain('headroom grant shop-prod/orders 118');
    expect(remedy(off)).not.toContain('grant');
    expect(remedy({ rules: [enableAll(100)] }, { tags: { 'disk-autoscaler-exempt': '2031-01-01' } })).toContain(
      'End its exemption',
    );
  });

  it('stays within the limits of the organization and of the plan', () => {
    expect(remedy({ rules: [enableAll(100)], limits: { maxAdditionalGb: 100 } })).toContain(
      'The limits of the policy allow no more than 100 GB: raise limits.maxAdditionalGb first',
    );
    expect(remedy({ rules: [enableAll(100)], limits: { maxAdditionalGb: 112 } })).toContain(
      'grant shop-prod/orders 112',
    );
    const atPlan = withAutoscaler(395, 315);
    const text = message('disk-full', atPlan, { history: measured(394), policy: { rules: [enableAll(315)] } });
    expect(text).toContain('Move it to a plan with a disk of at least 493 GB');
    // The alert is younger than the measurement: all of the disk may be in use.
    const alerts = [{ service: 'orders', isCritical: true, since: null }];
    const alerted = message('disk-full', atPlan, {
      history: measured(200),
      policy: { rules: [enableAll(315)] },
      alerts,
    });
    expect(alerted).toContain('Move it to a plan with a disk of at least 494 GB');
  });
});

it('a command has the service as one word, whatever its name is', () => {
  const decision = { project: 'shop', service: "a\nb; 'x'" };
  const subject = { judgement: { decision } } as unknown as ServiceContext;
  expect(startCommand(subject)).toBe(`headroom maintenance start 'shop/a b; '\\''x'\\'''`);
});

const observed = { mode: 'observe', rules: [enableAll(500)] } as const;

describe('the remedy of a disk whose autoscaler the policy enables', () => {
  const remedy = (state: string) =>
    message('disk-full', withoutAutoscaler(100, { state }), { history: measured(98, 0, 100), policy: observed });

  it('is the plan only while the service runs: else no plan has the change', () => {
    expect(remedy('RUNNING')).toContain('apply the plan (headroom apply)');
    expect(remedy('REBUILDING')).toContain(
      'Wait until the service runs again: the next run then enables its autoscaler',
    );
    expect(remedy('POWEROFF')).toContain('Bring the service back to RUNNING: the next run then enables its autoscaler');
  });

  it('is not needed for a disk that fills up while its service is off: nothing is written there', () => {
    const filling = { history: measured(70, 2, 100), policy: observed };
    expect(codes(withoutAutoscaler(100), filling)).toContain('disk-fills-up');
    expect(codes(withoutAutoscaler(100, { state: 'POWEROFF' }), filling)).not.toContain('disk-fills-up');
  });
});

describe('the command of a finding', () => {
  const command = (...of: Parameters<typeof found>) => found(...of).find(({ subject }) => subject)?.details?.command;
  const full = { history: measured(178, 0, 180) };
  const freeze = { reason: 'weekend', untilMs: 0, isUnreadable: false, allow: [] };

  it('is the one that helps where the disk is limited', () => {
    expect(command(withAutoscaler(180, 100), { ...full, policy: { rules: [enableAll(100)] } })).toBe(
      'headroom grant shop-prod/orders 118',
    );
    expect(command(withoutAutoscaler(180), { ...full, policy: off })).toBe('headroom grow shop-prod/orders 18');
    expect(
      command(withAutoscaler(180, 300), { ...full, alerts: alertFor(20), policy: { rules: [enableAll(300)] } }),
    ).toBe('headroom maintenance start shop-prod/orders');
  });

  it('ends what holds back the change that would help', () => {
    const raising = { ...full, policy: { rules: [enableAll(200)], mode: 'enforce' as const } };
    const disk = withAutoscaler(180, 100);
    expect(codes(disk, raising)).not.toContain('disk-full');
    expect(command(disk, { ...raising, policy: { ...raising.policy, mode: 'observe' } })).toBe('headroom mode');
    expect(command(disk, { ...raising, freeze })).toBe(
      "headroom grant shop-prod/orders 118 --during-freeze 'disk fills up'",
    );
    expect(command(disk, { ...raising, freeze: { ...freeze, allow: ['enable'] } })).toContain('--during-freeze');
    const guardrails = { ...policyDefaults.guardrails, maxChanges: 0, maxGrowthPercent: 0 };
    expect(command(disk, { ...raising, policy: { ...raising.policy, guardrails } })).toBe('headroom plan');
  });

  it('ends what would hold back a request of a person, also where the plan has no change', () => {
    const optedOut = { ...full, policy: off };
    const grow = 'headroom grow shop-prod/orders 18';
    const inFreeze = (allow: Freeze['allow']) =>
      command(withoutAutoscaler(180), { ...optedOut, freeze: { ...freeze, allow } });
    expect(inFreeze([])).toBe(`${grow} --during-freeze 'disk fills up'`);
    expect(inFreeze(['raise'])).toBe(grow);
    const enabling = { ...full, policy: { rules: [enableAll(200)], mode: 'enforce' as const } };
    expect(command(withoutAutoscaler(180), { ...enabling, freeze })).toBe(`${grow} --during-freeze 'disk fills up'`);
    expect(command(withoutAutoscaler(180), { ...optedOut, policy: { ...off, mode: 'observe' } })).toBe('headroom mode');
  });

  it('asks for a plan that gives what the growth needs, beyond what the platform accepts', () => {
    const at = (perDay: number) =>
      message('disk-full', withAutoscaler(395, 315), {
        history: measured(394, perDay),
        policy: { rules: [enableAll(315)] },
      });
    const gbIn = (text: string | undefined) => Number(/at least (\d+) GB/.exec(text ?? '')?.[1]);
    expect(gbIn(at(0))).toBe(493);
    expect(gbIn(at(20))).toBeGreaterThan(394 + 14 * 20);
  });
});
