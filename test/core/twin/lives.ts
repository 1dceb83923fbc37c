import { unit } from '../../../lib/core/model/money.ts';
import type { Life, LivedService } from '../../../lib/core/twin/life.ts';

/** A service that was never full. */
export const livedService = (service: string, more: Partial<LivedService> = {}): LivedService => ({
  project: 'shop-prod',
  service,
  owner: 'shop',
  isProduction: true,
  fullHours: 0,
  firstFullDay: null,
  ...more,
});

/** A life of a month in which nothing happened. */
export const lifeOf = (more: Partial<Life> = {}): Life => ({
  seed: 1,
  services: [livedService('orders')],
  months: [
    { month: '2026-03', hours: 720, provisioned: 10n * unit, worstCase: 40n * unit, budget: null, unspent: null },
  ],
  days: [{ full: 0, productionFull: 0, provisioned: 10n * unit, worstCase: 40n * unit }],
  cost: 10n * unit,
  gb: 20,
  maximumGb: 80,
  approvals: 0,
  daysWaited: 0,
  waiting: null,
  notices: 0,
  calls: 9,
  writes: 0,
  passes: 1,
  ...more,
});
