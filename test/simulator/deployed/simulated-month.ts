import { dayMs } from '../../../lib/core/model/durations.ts';
import type { MonthlyUse } from '../../kept-counts/monthly-bill.ts';
import type { OrganizationSize } from '../organization/organization.ts';
import { monthOf } from './meter.ts';
import { beginDeployed } from './simulate-deployed.ts';

/** Days of the simulated time that stand for the month: a whole day, with a daily pass, after the first enforcement. */
const [from, until] = [0.5, 1.5];

/** What a default deployment uses in a month, as the simulator counts it with ten new services a day. */
export const simulatedMonth = async (size: OrganizationSize): Promise<MonthlyUse> => {
  const options = { seed: 7, days: 2, newcomersPerDay: 10, rates: {}, callsPerMinute: 100 };
  const { life, liveDays } = await beginDeployed({ size, ...options });
  await liveDays(from);
  const before = life.meter.used();
  await liveDays(until);
  return monthOf(life.meter.used(), (until - from) * dayMs, before);
};
