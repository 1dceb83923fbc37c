import * as z from 'zod';
import { largestMaximumGb } from '../core/policy/override-tags.ts';
import { policyDefaults } from '../core/policy/policy-defaults.ts';
import { whole } from './policy-parts.ts';

const days = whole.max(365);
/** Between these, forecasts of real growth hold what they promise (docs/forecast.md). */
const [leastConfidence, mostConfidence] = [70, 99];
const maximumGb = whole.max(largestMaximumGb);

/** Parameters of a maximum that the forecast computes. */
export const ruleForecast = z
  .strictObject({
    horizonDays: days.min(1).default(30).describe('Days of growth that the maximum must cover.'),
    confidence: whole
      .min(leastConfidence)
      .max(mostConfidence)
      .default(90)
      .describe(
        'Percent of the outcomes that the maximum must cover: 99 means full before the days are over in 1 of 100.',
      ),
    ceilingGb: maximumGb.describe('Upper bound of the computed maximum; applies while there is too little history.'),
    atLeastGb: maximumGb.default(0).describe('Lower bound of the computed maximum, even without growth.'),
    onRunaway: z
      .enum(['raise', 'hold'])
      .default('raise')
      .describe(
        'After growth far beyond the past of the disk, or while its use is not measured: raise follows the forecast, hold keeps the maximum until a person raises it with a grant or a tag.',
      ),
  })
  .refine(({ atLeastGb, ceilingGb }) => atLeastGb <= ceilingGb, {
    path: ['atLeastGb'],
    message: 'must not be more than ceilingGb',
  });

/** Settings of early warnings. */
export const warnings = z.strictObject({
  urgentDays: days
    .default(policyDefaults.urgentDays)
    .describe(
      'Days before the expected day of a full disk from which people are notified at once, if no coming run gives it room by itself. From 14 days on the daily notice has it. 0: at once only when it is full.',
    ),
  usedPercent: whole
    .min(1)
    .max(100)
    .optional()
    .describe('Use in percent of the disk from which the daily notice reports a disk, whatever its days left.'),
});
