import * as z from 'zod';
import { time } from './parts.ts';

/** Event log, alerts and metrics (pf 2.6, 2.7). */

export const events = z.strictObject({
  events: z.array(
    z.strictObject({
      id: z.string(),
      time,
      actor: z.string(),
      event_type: z.string(),
      event_desc: z.string(),
      service_name: z.string().nullable(),
    }),
  ),
});

export const alerts = z.strictObject({
  alerts: z.array(
    z.strictObject({
      create_time: time,
      event: z.string(),
      severity: z.string(),
      project_name: z.string(),
      service_name: z.string(),
      service_type: z.string(),
      node_name: z.string(),
    }),
  ),
});

const column = z.strictObject({ label: z.string(), type: z.enum(['date', 'number']) });

/** The first row repeats the columns; every other row is a time, `Date(2026,6,22,10,0,0)`, and a number per node. */
const row = z.union([z.array(column), z.tuple([z.string().regex(/^Date\(\d+(,\d+){5}\)$/)], z.number())]);

const group = z.strictObject({
  data: z.strictObject({ cols: z.array(column).min(1), rows: z.array(row) }),
  hints: z.strictObject({ title: z.string() }),
});

export const metrics = z.strictObject({ metrics: z.record(z.string(), group) });
