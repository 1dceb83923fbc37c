import * as z from 'zod';
import { listed, texts, textsOrNull, time } from './parts.ts';

/** Event log, alerts and metrics (pf 2.6, 2.7). */

export const events = listed(
  'events',
  z.strictObject({
    id: z.string(),
    time,
    ...texts('actor', 'event_type', 'event_desc'),
    ...textsOrNull('service_name'),
  }),
);

export const alerts = listed(
  'alerts',
  z.strictObject({
    create_time: time,
    ...texts('event', 'severity', 'project_name', 'service_name', 'service_type', 'node_name'),
  }),
);

const column = z.strictObject({ label: z.string(), type: z.enum(['date', 'number']) });

/** The first row repeats the columns; every other row is a time, `Date(2026,6,22,10,0,0)`, and a number per node. */
const row = z.union([z.array(column), z.tuple([z.string().regex(/^Date\(\d+(,\d+){5}\)$/)], z.number())]);

const group = z.strictObject({
  data: z.strictObject({ cols: z.array(column).min(1), rows: z.array(row) }),
  hints: z.strictObject({ title: z.string() }),
});

export const metrics = z.strictObject({ metrics: z.record(z.string(), group) });
