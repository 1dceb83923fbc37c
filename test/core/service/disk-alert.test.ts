import { describe, expect, it } from 'vitest';
import { alertsIn } from '../../../lib/core/service/disk-alert.ts';

const alert = { service: 'orders', isCritical: true, since: '2030-06-15T11:45:00.000Z' };

describe('the alerts of a project', () => {
  it('are unknown if the platform did not list them, which is not the same as none', () => {
    expect(alertsIn({})('orders')).toEqual({ kind: 'unlisted' });
    expect(alertsIn({ alerts: [] })('orders')).toEqual({ kind: 'none' });
  });

  it('last since their begin or the last change of the autoscaler, by the clock of the platform where it gave its time', () => {
    const readAt = '2030-06-15T12:00:00.000Z';
    expect(alertsIn({ alerts: [alert], readAt })('orders')).toEqual({ kind: 'active', isCritical: true, minutes: 15 });
    const seenAt = '2030-06-15T11:50:00.000Z';
    expect(alertsIn({ alerts: [alert], readAt, seenAt })('orders')).toMatchObject({ minutes: 5 });
    expect(alertsIn({ alerts: [{ ...alert, since: null }], readAt })('orders')).toMatchObject({ minutes: null });
    const raised = () => '2030-06-15T11:57:00.000Z';
    expect(alertsIn({ alerts: [alert], readAt }, raised)('orders')).toMatchObject({ minutes: 3 });
    expect(alertsIn({ alerts: [alert], readAt: '2030-06-15T11:00:00.000Z' })('orders')).toMatchObject({ minutes: 0 });
  });
});
