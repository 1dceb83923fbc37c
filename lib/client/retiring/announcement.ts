import { isoInstant, secondMs } from '../../core/model/durations.ts';
import type { RetiringCall } from '../../core/model/model.ts';
import { utcMs } from '../../wire/utc-time.ts';

/** What an answer announces about its operation. */
export type Announcement = Omit<RetiringCall, 'operation'>;

/** The headers of an answer that announce the end of its operation, unparsed. */
interface RetiringHeaders {
  readonly deprecation: string | undefined;
  readonly sunset: string | undefined;
  readonly link: string | undefined;
}

/** Characters of a header that are read; a longer one is no announcement for people. */
const mostRead = 2000;
const longestLink = 200;

/** End of the year 9999: a later time is no date. */
const latestMs = 253_402_300_799_000;

const timeAt = (ms: number): string | undefined => (ms >= 0 && ms <= latestMs ? isoInstant(ms) : undefined);

/** A structured date, `@` and seconds since 1970 (RFC 9745, section 2.1). */
const deprecatedIn = (header: string): string | undefined => {
  const [, seconds] = /^\s*@(\d{1,12})\s*(?:;|$)/.exec(header) ?? [];
  return seconds === undefined ? undefined : timeAt(Number(seconds) * secondMs);
};

const links = /<([^<>]{1,500})>([^<]*)/g;
const isSunset = /;\s*rel\s*=\s*(?:"[^"]*\bsunset\b[^"]*"|sunset\b)/i;

/** Characters that mean nothing in a report, a message or a page. */
const plain = /^https:\/\/[\w.:~%/-]+$/;

/** The first link about the sunset (RFC 8594, section 6) that is plain, without its query, which may contain anything. */
const linkIn = (header: string): string | undefined => {
  for (const [, target = '', parameters = ''] of header.slice(0, mostRead).matchAll(links)) {
    if (!isSunset.test(parameters)) continue;
    const address = target.replace(/[?#].*$/s, '');
    if (address.length <= longestLink && plain.test(address) && URL.canParse(address)) return address;
  }
  return undefined;
};

/**
 * What the headers announce; undefined if they announce nothing. A header that cannot be read still announces the end, without
 * its date.
 */
export const announcementIn = ({ deprecation, sunset, link }: RetiringHeaders): Announcement | undefined => {
  if (deprecation === undefined && sunset === undefined) return undefined;
  const deprecatedAt = deprecatedIn((deprecation ?? '').slice(0, mostRead));
  const sunsetAt = timeAt(utcMs((sunset ?? '').slice(0, mostRead)));
  const address = linkIn(link ?? '');
  return {
    ...(deprecatedAt !== undefined && { deprecatedAt }),
    ...(sunsetAt !== undefined && { sunsetAt }),
    ...(address !== undefined && { link: address }),
  };
};
