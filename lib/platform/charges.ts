import { additionalMb, mbPerGb, priceOf } from './catalogue.ts';
import type { Charges, Project, Service, World } from './world.ts';

/** Money for additional storage, exact to the last digit: bigint throughout, rounded only where it is written out. */

/** Prices have up to 12 decimals (`scenario-schema.ts`). */
const priceDecimals = 12;
const hourMs = 3_600_000;

export const noCharges: Charges = { mbMs: 0n, cost: 0n };

export const addCharges = (a: Charges, b: Charges): Charges => ({ mbMs: a.mbMs + b.mbMs, cost: a.cost + b.cost });

/** A decimal string as a whole number of its 12th decimals. */
const scaled = (decimal: string): bigint => {
  const [whole = '0', fraction = ''] = decimal.split('.');
  return BigInt(whole + fraction.padEnd(priceDecimals, '0'));
};

/**
 * Charges a service up to a moment. It must be called before anything that changes its disk, plan, cloud or state.
 * Only additional storage that is provisioned costs (§1.6); a service that is powered off has none.
 */
export const chargeUntil = (world: World, service: Service, toMs: number): void => {
  const ms = toMs - service.chargedMs;
  if (ms <= 0) return;
  service.chargedMs = toMs;
  const mb = service.state === 'POWEROFF' ? 0 : additionalMb(world, service);
  if (mb === 0) return;
  const mbMs = BigInt(mb) * BigInt(ms);
  const price = scaled(priceOf(world, service)?.additionalGb ?? '0');
  service.charges = addCharges(service.charges, { mbMs, cost: mbMs * price });
};

/** Charges of a project as far as it is settled, of services that are gone as well. */
export const projectCharges = ({ services, closedCharges }: Project): Charges =>
  [...services.values()].reduce((sum, { charges }) => addCharges(sum, charges), closedCharges);

/** The quotient with six decimals, half of the last one rounded up. */
const sixDecimals = (numerator: bigint, denominator: bigint): string => {
  const micro = (numerator * 1_000_000n * 2n + denominator) / (denominator * 2n);
  const digits = micro.toString().padStart(7, '0');
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`;
};

const mbMsPerGbHour = BigInt(mbPerGb * hourMs);

/** GB-hours with six decimals. */
export const gbHours = ({ mbMs }: Charges): string => sixDecimals(mbMs, mbMsPerGbHour);

/** Cost in US dollars, to the micro-dollar: GB-hours multiplied by the price (§1.6). */
export const costUsd = ({ cost }: Charges): string => sixDecimals(cost, mbMsPerGbHour * 10n ** BigInt(priceDecimals));
