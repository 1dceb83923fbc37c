import { prepare } from './prepare-schema.ts';
import { reclaim } from './reclaim-schema.ts';

/** The members of a policy about sizes of disks. */
export const resizing = { reclaim, prepare };
