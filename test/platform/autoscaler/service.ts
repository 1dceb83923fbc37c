import type { Service } from '../../../lib/platform/state/state.ts';

/** A running service whose disk grows in a straight line. */
export const newService = (more: Partial<Service> = {}): Service => ({
  name: 's',
  type: 'pg',
  plan: 'p',
  cloud: 'c',
  state: 'RUNNING',
  diskMb: 1_000_000,
  tags: {},
  userConfig: {},
  terminationProtection: false,
  usage: { mb: 100, sinceMs: 0 },
  growthMbPerDay: 1000,
  turning: null,
  usedBefore: [],
  techEmails: [],
  maintenance: { dow: 'sunday', time: '03:00:00' },
  rebuild: null,
  growths: 0,
  reachedMb: null,
  months: [],
  chargedMs: 0,
  createdMs: 0,
  updatedMs: 0,
  ...more,
});
