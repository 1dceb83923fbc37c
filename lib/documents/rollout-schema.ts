import * as z from 'zod';
import type { Rollout } from '../core/model/policy-document.ts';
import { whole } from './policy-parts.ts';

const week = 7 * 24 * 60;

/** How a plan is spread over several runs; guardrails judge the whole plan. */
export const rollout = z.strictObject({
  servicesPerRun: whole
    .min(1)
    .describe('Services that one step changes, the most urgent first; every service is changed as a whole.'),
  pauseMinutes: whole
    .max(week)
    .default(30)
    .describe('Minutes between the starts of two steps. The first run after them continues.'),
  stopAfterFailures: whole
    .default(5)
    .describe(
      'Failed changes after which the rollout stops until a person starts a run; 0 stops it at the first one. Services for whose plan the platform offers no autoscaler do not count.',
    ),
} satisfies Record<keyof Rollout, z.ZodType>) satisfies z.ZodType<Rollout>;
