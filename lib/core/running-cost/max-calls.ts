/** Highest rate of platform calls that an estimate considers. */
export const maxCallsPerMinute = 10_000;
