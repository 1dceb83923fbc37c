import { hourMs } from '../../core/model/durations.ts';
import { mbPerGb } from '../../core/model/sizes.ts';
import { additionalMb, priceOf } from '../state/catalogue.ts';
import type { Charges, MonthCharges, PlatformState, Project, Service } from '../state/state.ts';

/** Exact charges for additional storage: bigint arithmetic, rounded only on output. */

/** Prices have up to 12 decimals (`scenario-schema.ts`). */
const priceDecimals = 12;

export const noCharges: Charges = { mbMs: 0n, cost: 0n };

export const addCharges = (a: Charges, b: Charges): Charges => ({ mbMs: a.mbMs + b.mbMs, cost: a.cost + b.cost });

/** Scales a decimal string by 10^12 to an integer. */
const scaled = (decimal: string): bigint => {
  const [whole = '0', fraction = ''] = decimal.split('.');
  return BigInt(whole + fraction.padEnd(priceDecimals, '0'));
};

/** The calendar month of a moment in UTC: `2026-03`. */
export const monthOf = (ms: number): string => new Date(ms).toISOString().slice(0, 7);

/** First millisecond of the next calendar month, UTC. */
export const nextMonthMs = (ms: number): number => {
  const date = new Date(ms);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
};

const addToMonth = (months: readonly MonthCharges[], month: string, charges: Charges): MonthCharges[] => {
  const last = months.at(-1);
  if (last?.month !== month) return [...months, { month, charges }];
  return [...months.slice(0, -1), { month, charges: addCharges(last.charges, charges) }];
};

/**
 * Charges a service up to a moment. Call it before any change of disk, plan, cloud or state.
 * Only provisioned additional storage costs money (§1.6); a powered-off service has none.
 */
export const chargeUntil = (state: PlatformState, service: Service, toMs: number): void => {
  if (toMs <= service.chargedMs) return;
  let fromMs = service.chargedMs;
  service.chargedMs = toMs;
  const mb = service.state === 'POWEROFF' ? 0 : additionalMb(state, service);
  if (mb === 0) return;
  const price = scaled(priceOf(state, service)?.additionalGb ?? '0');
  while (fromMs < toMs) {
    const untilMs = Math.min(toMs, nextMonthMs(fromMs));
    const mbMs = BigInt(mb) * BigInt(untilMs - fromMs);
    service.months = addToMonth(service.months, monthOf(fromMs), { mbMs, cost: mbMs * price });
    fromMs = untilMs;
  }
};

/** Total charges of a service. */
export const serviceCharges = ({ months }: Pick<Service, 'months'>): Charges =>
  months.reduce((sum, { charges }) => addCharges(sum, charges), noCharges);

/** Charges of a project up to its last evaluation, including deleted services. */
export const projectCharges = ({ services, deletedServices }: Project): Charges =>
  [...services.values(), ...deletedServices].reduce(
    (sum, service) => addCharges(sum, serviceCharges(service)),
    noCharges,
  );

/** Quotient in millionths, rounded half up. */
const millionths = (numerator: bigint, denominator: bigint): bigint =>
  (numerator * 1_000_000n * 2n + denominator) / (denominator * 2n);

/** Millionths as a decimal with six places. */
const sixDecimals = (micro: bigint): string => {
  const digits = micro.toString().padStart(7, '0');
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`;
};

const mbMsPerGbHour = BigInt(mbPerGb * hourMs);

/** GB-hours with six decimals. */
export const gbHours = ({ mbMs }: Charges): string => sixDecimals(millionths(mbMs, mbMsPerGbHour));

/** Cost in US dollars with six decimals: GB-hours multiplied by the price (§1.6). */
export const costUsd = ({ cost }: Charges): string =>
  sixDecimals(millionths(cost, mbMsPerGbHour * 10n ** BigInt(priceDecimals)));

/** Cost of the current month so far, in US dollars. Requires evaluated projects. */
export const estimatedBalance = (projects: Iterable<Project>, nowMs: number): string => {
  const services = [...projects].flatMap((project) => [...project.services.values(), ...project.deletedServices]);
  const ofMonth = services.flatMap(({ months }) => months.filter(({ month }) => month === monthOf(nowMs)));
  return costUsd(ofMonth.reduce((sum, { charges }) => addCharges(sum, charges), noCharges));
};
