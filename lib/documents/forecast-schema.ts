import * as z from 'zod';
import { largestMaximumGb } from '../core/policy/override-tags.ts';
import { policyDefaults } from '../core/policy/policy-defaults.ts';
import { whole } from './policy-parts.ts';

const days = whole.max(365);
const maximumGb = whole.max(largestMaximumGb);

/** How a maximum is found that a rule leaves to the forecast. */
export const ruleForecast = z
  .strictObject({
    horizonDays: days.min(1).default(30).describe('Days of growth that the maximum must leave room for.'),
    ceilingGb: maximumGb.describe('The most that the forecast may ask for, and the maximum while too little is known.'),
    atLeastGb: maximumGb.default(0).describe('The least that the maximum is, however slow the growth.'),
  })
  .refine(({ atLeastGb, ceilingGb }) => atLeastGb <= ceilingGb, {
    path: ['atLeastGb'],
    message: 'must not be more than ceilingGb',
  });

/** What is told before it happens. */
export const warnings = z.strictObject({
  maximumSoonDays: days
    .default(policyDefaults.maximumSoonDays)
    .describe(
      'Days before a disk may reach its maximum, or be full where its budget leaves it no room, at which that is reported; 0 never reports it. A disk without room is reported at 90 % and 100 % in any case.',
    ),
});
