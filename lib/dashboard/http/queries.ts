import * as z from 'zod';
import { protections } from '../../core/service/protection.ts';
import { ranges } from '../facts/growth.ts';
import { sorts, type Wanted } from '../facts/service-rows.ts';

/** A text of the query; a long one is cut, because it is only compared. */
const text = z
  .string()
  .transform((value) => value.slice(0, 200))
  .catch('');

const wanted = z.object({
  search: text,
  project: text,
  rule: text,
  tag: text,
  owner: text,
  state: z.enum(protections).or(z.literal('')).catch(''),
  sort: z.enum(sorts).catch('days'),
  columns: text,
  page: z.coerce.number().int().min(1).max(1_000_000).catch(1),
});

const auditSearch = z.object({ search: text, who: text });

export const auditSearchFrom = (query: Readonly<Record<string, string>>) => auditSearch.parse(query);

/** Past days that a request asks for; null: all; undefined: days that no page shows. */
export const daysFrom = (days: string | undefined): number | null | undefined =>
  days === undefined ? null : ranges.find((range) => String(range) === days);

/** What the query of a request asks for; anything that it cannot mean counts as not asked. */
export const wantedFrom = (query: Readonly<Record<string, string>>): Wanted => wanted.parse(query);
