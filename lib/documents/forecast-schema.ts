import * as z from 'zod';
import { largestMaximumGb } from '../core/policy/override-tags.ts';
import { whole } from './policy-parts.ts';

const days = whole.max(365);
const maximumGb = whole.max(largestMaximumGb);

/** How a maximum is found that a rule leaves to the forecast. */
export const ruleForecast = z
  .strictObject({
    /** Days for which the maximum must be enough. */
    horizonDays: days.min(1).default(30),
    /** Never more, and exactly this while too little is known. */
    ceilingGb: maximumGb,
    atLeastGb: maximumGb.default(0),
  })
  .refine(({ atLeastGb, ceilingGb }) => atLeastGb <= ceilingGb, {
    path: ['atLeastGb'],
    message: 'must not be more than ceilingGb',
  });

/** What is told before it happens. */
export const warnings = z.strictObject({
  /** 0 means never. */
  maximumSoonDays: days.optional(),
});
