import * as z from 'zod';
import { growthKinds } from '../../core/twin/growth-model.ts';

/** Schema of the growth of a service in a scenario (lib/core/twin/growth-model.ts). Rates are GB of 1024 MB a day. */

export const growthGbPerDay = z.number().nonnegative().max(10_000);
const gb = z.number().nonnegative().max(1_000_000);
const day = z.int().min(-366).max(3_660);
const everyDays = z.number().min(1).max(3_660);
const share = z.number().min(0).max(1);

/** Both ends of a range, in order. */
const ordered =
  <Low extends string, High extends string>(low: Low, high: High) =>
  (value: Readonly<Record<Low | High, number>>, issues: z.core.$RefinementCtx): void => {
    if (value[high] >= value[low]) return;
    issues.addIssue({ code: 'custom', path: [high], message: `must be at least ${low}` });
  };

const bursts = z
  .strictObject({
    everyDays,
    /** P10 and P90 of the days between two bursts; default: `everyDays`. A seed draws one number within them. */
    lowEveryDays: everyDays.optional(),
    highEveryDays: everyDays.optional(),
    lowGb: gb,
    highGb: gb,
    longestHours: z.int().min(1).max(22).default(8),
  })
  .transform(({ lowEveryDays, highEveryDays, ...rest }) => ({
    ...rest,
    lowEveryDays: lowEveryDays ?? rest.everyDays,
    highEveryDays: highEveryDays ?? rest.everyDays,
  }))
  .superRefine(ordered('lowGb', 'highGb'))
  .superRefine(ordered('lowEveryDays', 'everyDays'))
  .superRefine(ordered('everyDays', 'highEveryDays'));

const cleanUps = z
  .strictObject({
    everyDays: z.int().min(1).max(3_660),
    firstDay: z.int().min(0).max(3_660).default(0),
    lowShare: share,
    highShare: share,
  })
  .superRefine(ordered('lowShare', 'highShare'));

const pieces = z
  .array(z.strictObject({ day, gbPerDay: growthGbPerDay }))
  .max(100)
  .superRefine((all, issues) => {
    all.forEach((piece, index) => {
      if (index === 0 || piece.day > (all[index - 1]?.day ?? 0)) return;
      issues.addIssue({ code: 'custom', path: [index, 'day'], message: 'must be later than the piece before' });
    });
  })
  .readonly();

export const growth = z
  .strictObject({
    kind: z.enum(growthKinds).default('steady'),
    gbPerDay: growthGbPerDay,
    /** P10 and P90 of the rate; default: `gbPerDay`. A seed draws one rate within them. */
    lowGbPerDay: growthGbPerDay.optional(),
    highGbPerDay: growthGbPerDay.optional(),
    pieces: pieces.default([]),
    week: z
      .array(z.number().min(0).max(7))
      .length(7, 'must have 7 factors, from Monday to Sunday')
      .readonly()
      .nullable()
      .default(null),
    bursts: bursts.nullable().default(null),
    cleanUps: cleanUps.nullable().default(null),
    acceleration: z
      .strictObject({ perDay: z.number().min(0.5).max(2), everyDays: z.int().min(1).max(90) })
      .nullable()
      .default(null),
  })
  .transform(({ lowGbPerDay, highGbPerDay, ...rest }) => ({
    ...rest,
    lowGbPerDay: lowGbPerDay ?? rest.gbPerDay,
    highGbPerDay: highGbPerDay ?? rest.gbPerDay,
  }))
  .superRefine(ordered('lowGbPerDay', 'gbPerDay'))
  .superRefine(ordered('gbPerDay', 'highGbPerDay'));
