import { describe, expect, it } from 'vitest';
import type { FleetDisk } from '../../../lib/core/disk/fleet-disks.ts';
import type { FindingCode } from '../../../lib/core/model/findings/findings.ts';
import { unreportedDisks } from '../../../lib/core/notices/unreported-disks.ts';
import type { AlertFacts } from '../../../lib/core/service/disk-alert.ts';

const nowMs = Date.parse('2026-03-02T12:30:00.000Z');
const readAt = '2026-03-02T12:00:00.000Z';

const disk = (service: string, alert: AlertFacts, needsPerson = true) =>
  ({ project: 'shop', service, alert, needsPerson, readAt }) as FleetDisk;

const alert = (minutes: number | null): AlertFacts => ({ kind: 'active', isCritical: false, minutes });
const finding = (code: FindingCode, service: string) => ({ code, project: 'shop', service });

describe('full disks without a notice', () => {
  it('count from the alert of the platform until now, all together', () => {
    const disks = [disk('orders', alert(15)), disk('carts', alert(0)), disk('grows', alert(2), false)];
    expect(unreportedDisks(disks, [], nowMs)).toEqual({ disks: 2, minutes: 75 });
  });

  it('are those that no open finding about full disks names', () => {
    const disks = [disk('orders', alert(15)), disk('carts', alert(0))];
    expect(unreportedDisks(disks, [finding('disk-full', 'orders')], nowMs)).toEqual({ disks: 1, minutes: 30 });
    expect(unreportedDisks(disks, [finding('drift', 'orders')], nowMs).disks).toBe(2);
  });

  it('have no known time where one was only measured or its alert has no time', () => {
    expect(unreportedDisks([disk('orders', alert(15)), disk('carts', alert(null))], [], nowMs)).toEqual({
      disks: 2,
      minutes: null,
    });
    expect(unreportedDisks([disk('orders', { kind: 'unlisted' })], [], nowMs)).toEqual({ disks: 1, minutes: null });
  });
});
