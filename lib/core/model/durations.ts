/** Lengths of time in milliseconds. */
export const secondMs = 1000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** ISO 8601 in UTC with milliseconds: the form of all times in texts and records. */
export const isoInstant = (ms: number): string => new Date(ms).toISOString();
