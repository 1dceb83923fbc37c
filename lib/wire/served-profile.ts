import type { MaximumKind } from '../core/model/model.ts';
import { maximumKindOf, type Profile, profiles } from '../core/model/profile.ts';

/** What a platform may serve: one profile strictly, or both side by side. */
export const servedProfiles = [...profiles, 'both'] as const;
export type ServedProfile = (typeof servedProfiles)[number];

/** The same thing once for each of what may be served. */
export const byServedProfile = <T>(make: (served: ServedProfile) => T): Readonly<Record<ServedProfile, T>> => ({
  documented: make('documented'),
  current: make('current'),
  both: make('both'),
});

/** Whose values search options have there: the documented ones wherever that profile is served. */
export const optionProfile = (served: ServedProfile): Profile => (served === 'current' ? 'current' : 'documented');

/** What the numbers of endpoints may count there. */
export const kindsServed = (served: ServedProfile): readonly MaximumKind[] =>
  served === 'both' ? ['additional', 'total'] : [maximumKindOf(served)];
