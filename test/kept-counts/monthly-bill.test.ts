import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { billedResources, type MonthlyUse, monthlyBill } from './monthly-bill.ts';

const nothing: MonthlyUse = { transitions: 0, invocations: 0, duration: 0, puts: 0, gets: 0, written: 0 };

describe('the bill of a month', () => {
  it('has what costs money by being there as the template has it', () => {
    // A test of the stack compares the snapshot with the template.
    const snapshot = join(import.meta.dirname, '..', 'infra', '__snapshots__', 'stack.test.ts.snap');
    const template = readFileSync(snapshot, 'utf8');
    const countOf = (type: string) => template.split(`"Type": "${type}"`).length - 1;
    expect(billedResources).toEqual({
      keys: countOf('AWS::KMS::Key'),
      secrets: countOf('AWS::SecretsManager::Secret'),
      alarms: countOf('AWS::CloudWatch::Alarm'),
      compositeAlarms: countOf('AWS::CloudWatch::CompositeAlarm'),
    });
    expect(countOf('AWS::CloudWatch::Dashboard')).toBe(0);
    expect(monthlyBill(nothing)).toBeCloseTo(1 + 0.4 + 0.3 + 0.1 * billedResources.alarms + 0.5, 9);
  });

  it.each([
    ['a million state transitions', { transitions: 1e6 }, 25],
    ['a million calls of functions, with token, event and log', { invocations: 1e6 }, 0.2 + 1.8 + 5 + 3 + 0.5],
    ['a million GB-seconds', { duration: 1e6 }, 13.3334],
    ['a million writes', { puts: 1e6 }, 5],
    ['a million reads', { gets: 1e6 }, 0.4],
    ['a GB, kept for three months', { written: 1e9 }, 0.069],
  ])('has %s at their list price', (_, use, price) => {
    expect(monthlyBill({ ...nothing, ...use }) - monthlyBill(nothing)).toBeCloseTo(price, 9);
  });
});
