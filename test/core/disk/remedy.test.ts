import { describe, expect, it } from 'vitest';
import type { Service } from '../../../lib/core/model/model.ts';
import { enableAll } from '../organization.ts';
import { type Given, measured, message, off, withAutoscaler } from './planned-disks.ts';

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
  });
});
