import * as z from 'zod';
import type { MoneyOfDay } from '../../../core/status/money-of-day.ts';
import { count, decimal, name, text } from './parts.ts';

/** The money in force of a budget as a plan knew it, and what the plan grants from it. */
export const plannedMoney = z.object({
  /** The amount a month. */
  limit: decimal,
  lines: z.array(
    z.object({
      project: name,
      service: name,
      inForceGb: z.number(),
      perGbMonth: decimal.nullable(),
      /** Type, plan and cloud, on which its price depends; empty if unknown. */
      sold: text,
      /** Whether the plan lowers or removes its maximum. */
      isReleased: z.boolean().optional(),
      /** Whether it is an endpoint whose service is gone and which the plan deletes; `service` then names the endpoint. */
      isUnused: z.boolean().optional(),
    }),
  ),
  /** Projects of the lines that the run itself did not read: an earlier reading counts. */
  older: z.array(name),
  /** The most urgent first. */
  grants: z.array(z.object({ project: name, service: name, toGb: z.number() })),
});
export type PlannedMoney = z.infer<typeof plannedMoney>;

/** What new readings before the first grant made of it. */
export const checkedMoney = z.object({
  /** Projects that were read again, or by this run before its plan, of those in which it has services. */
  checked: count,
  projects: count,
  /** Grants for which the money does not suffice. */
  refused: z.array(z.object({ project: name, service: name, why: text })),
});
export type CheckedMoney = z.infer<typeof checkedMoney>;

const amounts = {
  inForceMonthly: decimal,
  provisionedMonthly: decimal,
  services: count,
  uncounted: count,
  fullDisks: count,
};

/** The money of every budget on one day. */
export const moneyOfDay = z.object({
  day: z.iso.date(),
  budgets: z.array(
    z.object({
      ...amounts,
      name,
      currency: text,
      monthly: decimal,
      idleMonthly: decimal,
      isPart: z.boolean(),
      teams: z.array(z.object({ ...amounts, owner: text })),
    }),
  ),
}) satisfies z.ZodType<MoneyOfDay>;
