import * as z from 'zod';
import type { Preparation } from '../../core/model/policy-document.ts';
import type { Room } from '../../core/model/sizes.ts';
import { moment, wallOf } from '../freeze-schema.ts';
import { absentMeans, name, selector, uniqueNames, whole } from '../policy-parts.ts';

const defaultLeadDays = 7;

const room = z
  .strictObject({
    gb: whole.min(1).max(1_000_000).optional().describe('Free space in whole GB.'),
    percent: whole.min(1).max(1000).optional().describe('Free space in percent of the present disk.'),
  })
  .refine(({ gb, percent }) => (gb === undefined) !== (percent === undefined), 'must have either gb or percent');

/** Known loads before which disks need free space. */
const prepare = z
  .array(
    z.strictObject({
      name: name.describe('Name of the entry, unique in this list; findings and reasons quote it.'),
      match: selector.describe('Services that the load concerns: they must meet every condition.'),
      before: moment.describe(
        'When the load begins, in UTC: a day, like 2026-11-27, or a day and time, like 2026-11-27T06:00.',
      ),
      leadDays: absentMeans(whole.min(1).max(90), defaultLeadDays).describe(
        'Days before it from which headroom prepare offers the growth.',
      ),
      room: room.describe('Free space that each disk needs by then: gb or percent.'),
    }),
  )
  .min(1, 'must list at least one entry')
  .check(uniqueNames('prepare', 'entries'))
  .optional()
  .describe(
    'Known loads: before each of them people grow the disks of its services with headroom prepare, one approval at a time. Omitted: none.',
  );

/** Disks whose added storage people may reclaim. */
const reclaim = z
  .strictObject({
    enabled: z
      .boolean()
      .describe(
        'Whether headroom reclaim may offer added storage that a service no longer needs; nothing is removed without an approval.',
      ),
    match: selector
      .optional()
      .describe(
        'Services whose storage may be reclaimed, whatever their rule says; each needs an attached autoscaler. Omitted: services whose autoscaler the policy enables.',
      ),
  })
  .optional()
  .describe(
    'Added storage that a service no longer needs can be given back, one approval at a time (headroom reclaim). Omitted: never.',
  );

/** The members of a policy about sizes of disks. */
export const resizing = { reclaim, prepare };

const toRoom = ({ gb, percent }: z.infer<typeof room>): Room => (gb === undefined ? { percent: percent ?? 0 } : { gb });

/** Converts the checked entries of a document. */
export const toPreparations = (entries: z.infer<typeof prepare>): readonly Preparation[] | undefined =>
  entries?.map(({ before, leadDays = defaultLeadDays, room: asked, ...plain }) => ({
    ...plain,
    before,
    beforeMs: wallOf(before, false) ?? 0,
    leadDays,
    room: toRoom(asked),
  }));
