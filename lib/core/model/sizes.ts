/** MB per GB on the platform (platform-facts §2.4). */
export const mbPerGb = 1024;

/** Disk size in whole GB, rounded up as the platform does. */
export const wholeGb = (diskMb: number): number => Math.ceil(diskMb / mbPerGb);
