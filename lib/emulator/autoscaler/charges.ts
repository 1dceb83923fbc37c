import { hourMs } from '../../core/model/durations.ts';
import { additionalMb, mbPerGb, priceOf } from '../state/catalogue.ts';
import type { Charges, MonthCharges, PlatformState, Project, Service } from '../state/state.ts';

/** Money for additional storage, exact to the last digit: bigint throughout, rounded only where it is written out. */

/** Prices have up to 12 decimals (`scenario-schema.ts`). */
const priceDecimals = 12;

export const noCharges: Charges = { mbMs: 0n, cost: 0n };

export const addCharges = (a: Charges, b: Charges): Charges => ({ mbMs: a.mbMs + b.mbMs, cost: a.cost + b.cost });

/** A decimal string as a whole number of its 12th decimals. */
const scaled = (decimal: string): bigint => {
  const [whole = '0', fraction = ''] = decimal.split('.');
  return BigInt(whole + fraction.padEnd(priceDecimals, '0'));
};

/** The calendar month of a moment in UTC: `2026-03`. */
export const monthOf = (ms: number): string => new Date(ms).toISOString().slice(0, 7);

/** The first moment of the month after that of the given one. */
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
 * Charges a service up to a moment. It must be called before anything that changes its disk, plan, cloud or state.
 * Only additional storage that is provisioned costs (§1.6); a service that is powered off has none.
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

/** Everything a service was charged for so far. */
export const serviceCharges = ({ months }: Pick<Service, 'months'>): Charges =>
  months.reduce((sum, { charges }) => addCharges(sum, charges), noCharges);

/** Charges of a project as far as it is settled, of services that are gone as well. */
export const projectCharges = ({ services, gone }: Project): Charges =>
  [...services.values(), ...gone].reduce((sum, service) => addCharges(sum, serviceCharges(service)), noCharges);

/** Millionths of the quotient, half of one rounded up. */
const millionths = (numerator: bigint, denominator: bigint): bigint =>
  (numerator * 1_000_000n * 2n + denominator) / (denominator * 2n);

/** Millionths as a decimal with six places. */
export const sixDecimals = (micro: bigint): string => {
  const digits = micro.toString().padStart(7, '0');
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`;
};

const mbMsPerGbHour = BigInt(mbPerGb * hourMs);

/** GB-hours with six decimals. */
export const gbHours = ({ mbMs }: Charges): string => sixDecimals(millionths(mbMs, mbMsPerGbHour));

/** Cost in millionths of a US dollar: GB-hours multiplied by the price (§1.6). */
export const costMicroUsd = ({ cost }: Charges): bigint =>
  millionths(cost, mbMsPerGbHour * 10n ** BigInt(priceDecimals));

/** Cost in US dollars with six decimals. */
export const costUsd = (charges: Charges): string => sixDecimals(costMicroUsd(charges));
