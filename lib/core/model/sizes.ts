/** MB in a GB, as the platform counts (platform-facts §2.4). */
export const mbPerGb = 1024;

/** Disk in whole GB as the platform counts it: a GB that is begun is a whole one. */
export const wholeGb = (diskMb: number): number => Math.ceil(diskMb / mbPerGb);
