import { byText } from '../model/grouping.ts';
/**
 * The projects whose event logs a look reads: the ones that neither a survey nor a look has seen for longest, so that each log
 * is read only where that is quicker than the next survey (scale §1).
 * @param most number of projects of one look
 * @param seenAt ISO 8601, UTC: last survey or look; empty if there was none
 */
export const nextWatched = (
  names: readonly string[],
  most: number,
  seenAt: (name: string) => string,
): readonly string[] => {
  if (names.length <= most) return names;
  const keyed = names.map((name) => ({ name, at: seenAt(name) }));
  const byAge = keyed.sort((a, b) => byText(a.at, b.at) || byText(a.name, b.name));
  return byAge.slice(0, most).map(({ name }) => name);
};
