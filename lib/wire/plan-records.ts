import * as z from 'zod';
import { unreadablePrice } from '../core/model/money.ts';
import { largestDiskMb } from '../core/service/record-problem.ts';
import { megabytes } from './records.ts';

/** The members of plan and price answers that Headroom reads; the answers are not wrapped (pf 2.8). */

/** A valid disk size. */
const mb = megabytes.refine((size) => size >= 0 && size <= largestDiskMb, { error: 'is no disk size' });

/** GET /v1/project/{project}/service-types/{type}/plans/{plan} */
export const planDescription = z.object({
  disk_space_mb: mb,
  disk_space_cap_mb: mb.nullish(),
  disk_space_step_mb: mb.nullish(),
});

/** The longest exponent that a price may have: beyond it a text is no price. */
const largestExponent = 20;

/** A decimal without an exponent, such as `0.000205` for `2.05E-4`; undefined for another text. */
const plainDecimal = (text: string): string | undefined => {
  const [, whole = '', fraction = '', exponent] = /^(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/.exec(text) ?? [];
  if (whole !== '' && exponent === undefined) return text;
  const shift = Number(exponent);
  if (whole === '' || Math.abs(shift) > largestExponent) return undefined;
  const digits = `${'0'.repeat(largestExponent)}${whole}${fraction}${'0'.repeat(largestExponent)}`;
  const point = largestExponent + whole.length + shift;
  const [before, after] = [digits.slice(0, point).replace(/^0+(?=\d)/, ''), digits.slice(point).replace(/0+$/, '')];
  return after === '' ? before : `${before}.${after}`;
};

/** Exact decimals in strings; an empty string and null are none. An unreadable price affects only the thing that it prices. */
const price = z.unknown().transform((value): string | null => {
  if (value === null || value === undefined || value === '') return null;
  const text = typeof value === 'number' ? String(value) : value;
  return (typeof text === 'string' ? plainDecimal(text) : undefined) ?? unreadablePrice;
});

/** GET /v1/project/{project}/pricing/service-types/{type}/plans/{plan}/clouds/{cloud} */
export const planPrice = z.object({
  base_price_usd: price.optional(),
  extra_disk_price_per_gb_usd: price.optional(),
});

/** The option names of a type in GET /v1/project/{project}/service-types/{type}. */
export const serviceTypeOptions = z.object({
  user_config_schema: z.object({ properties: z.record(z.string(), z.unknown()).nullish() }),
});
