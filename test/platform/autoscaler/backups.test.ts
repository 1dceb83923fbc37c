import { describe, expect, it } from 'vitest';
import { backupsOf, backupTimes } from '../../../lib/platform/autoscaler/backups.ts';
import type { Service } from '../../../lib/platform/state/state.ts';
import { pg, served, smallScenario } from '../small-organization.ts';
import { newService } from './service.ts';

const at = (text: string): number => Date.parse(text);
const created = at('2026-03-02T08:00:00Z');
const fresh = newService({ createdMs: created, updatedMs: created });
const times = (now: string, changed: Partial<Service> = {}) =>
  backupTimes({ ...fresh, ...changed }, at(now)).map((ms) => new Date(ms).toISOString());

describe('backups of a service (A-52)', () => {
  it('begin five minutes after its creation, and go on each night; two are kept', () => {
    expect(times('2026-03-02T08:04:59Z')).toEqual([]);
    expect(times('2026-03-02T08:05:00Z')).toEqual(['2026-03-02T08:05:00.000Z']);
    expect(times('2026-03-03T00:59:59Z')).toEqual(['2026-03-02T08:05:00.000Z']);
    expect(times('2026-03-03T01:00:00Z')).toEqual(['2026-03-03T01:00:00.000Z', '2026-03-02T08:05:00.000Z']);
    expect(times('2026-03-10T12:00:00Z')).toEqual(['2026-03-10T01:00:00.000Z', '2026-03-09T01:00:00.000Z']);
  });

  it('stop while it is powered off, and there are none where data is kept in replicas', () => {
    const off: Partial<Service> = { state: 'POWEROFF', updatedMs: at('2026-03-05T09:00:00Z') };
    expect(times('2026-03-10T12:00:00Z', off)).toEqual(['2026-03-05T01:00:00.000Z', '2026-03-04T01:00:00.000Z']);
    expect(times('2026-03-10T12:00:00Z', { type: 'kafka' })).toEqual([]);
  });

  it('have the size of the data at their time, which later growth does not change', async () => {
    const scenario = smallScenario([pg('orders', { usedGb: 10, growthGbPerDay: 24 })]);
    const { platform, send } = await served({ scenario });
    const backups = async () => (await send('GET', '/v1/project/shop/service/orders/backups')).body.backups;
    await platform.advance(2 * 86_400);
    const before = await backups();
    expect(before.map((backup: Record<string, unknown>) => backup.backup_name)).toEqual([
      'backup-20260303t010000z',
      'backup-20260304t010000z',
    ]);
    expect(before[1]).toEqual({
      backup_name: 'backup-20260304t010000z',
      backup_time: '2026-03-04T01:00:00Z',
      data_size: (10 + 41) * 1024 ** 3,
      storage_location: 'cloud-a',
      additional_regions: [],
    });
    await send('POST', '/_control/service', { project: 'shop', service: 'orders', growthGbPerDay: 0 });
    await platform.advance(3_600);
    expect(await backups()).toEqual(before);
  });

  it('are in the record of the service, alone and in the list, as its own route has them', async () => {
    const { platform, send } = await served();
    for (const seconds of [0, 300, 86_400]) {
      await platform.advance(seconds);
      const { backups } = (await send('GET', '/v1/project/shop/service/orders/backups')).body;
      expect((await send('GET', '/v1/project/shop/service/orders')).body.service.backups).toEqual(backups);
      expect((await send('GET', '/v1/project/shop/service')).body.services[0].backups).toEqual(backups);
    }
  });

  it('are oldest first', () => {
    const names = backupsOf(fresh, at('2026-03-10T12:00:00Z')).map(({ backup_time }) => backup_time);
    expect(names).toEqual(['2026-03-09T01:00:00Z', '2026-03-10T01:00:00Z']);
  });
});
