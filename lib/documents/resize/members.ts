import * as z from 'zod';
import { selector } from '../policy-parts.ts';
import { prepare } from './prepare-schema.ts';

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
