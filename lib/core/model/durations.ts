/** Lengths of time in milliseconds. */
export const secondMs = 1000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** A moment as texts and records hold it: ISO 8601 in UTC, to the millisecond. */
export const isoInstant = (ms: number): string => new Date(ms).toISOString();
