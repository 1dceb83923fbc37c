import type { PlatformState } from '../state/state.ts';
import { tokenDigest } from '../state/tokens.ts';

/** Requests that no operation answers, each once with its count, so that a developer sees what a client misses. */
export type Unmatched = ReadonlyMap<string, number>;

/** A client that tries ever new paths must not fill the memory. */
const mostPaths = 1_000;

/** Ids have 36 characters; longer segments are tokens, or noise. */
const longestSegment = 40;

/** The path without its query, and without segments that are tokens or could be (pf 2.10). */
const shownPath = ({ tokens }: PlatformState, path: string): string =>
  path
    .split('/')
    .map((segment) => (segment.length > longestSegment || tokens.has(tokenDigest(segment)) ? '…' : segment))
    .join('/');

export const withUnmatched = (earlier: Unmatched, state: PlatformState, method: string, path: string): Unmatched => {
  const request = `${method} ${shownPath(state, path)}`;
  if (!earlier.has(request) && earlier.size >= mostPaths) return earlier;
  return new Map([...earlier, [request, (earlier.get(request) ?? 0) + 1]]);
};

/** Most frequent first. */
export const unmatchedAnswer = (counted: Unmatched) => ({
  unmatched: [...counted].map(([request, count]) => ({ request, count })).sort((a, b) => b.count - a.count),
});
