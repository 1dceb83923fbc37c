/** A day alone, or the end of a time with a zone. */
const withZone = /^\d{4}-\d{2}-\d{2}$|(?:Z|GMT|UTC|:\d{2}(?:\.\d+)?\s*[+-]\d{2}:?\d{2})$/i;

/**
 * Milliseconds since 1970 of a time that the platform tells, also in the three forms of HTTP (RFC 9110, section 5.6.7); NaN for
 * another text. Without a zone, `Date.parse` would take the time zone of this machine; it is UTC.
 */
export const utcMs = (text: string): number => {
  const trimmed = text.trim();
  if (withZone.test(trimmed)) return Date.parse(trimmed);
  return Date.parse(/^\d{4}-/.test(trimmed) ? `${trimmed}Z` : `${trimmed} GMT`);
};
