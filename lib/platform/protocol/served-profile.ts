import { type MaximumKind, maximumKindOf, type Profile, profiles } from '../../core/model/model.ts';

/** Served profiles: one alone, or both side by side. */
export const servedProfiles = [...profiles, 'both'] as const;
export type ServedProfile = (typeof servedProfiles)[number];

/** One value per served profile. */
export const byServedProfile = <T>(make: (served: ServedProfile) => T): Readonly<Record<ServedProfile, T>> => ({
  documented: make('documented'),
  current: make('current'),
  both: make('both'),
});

/** Profile of the search option values: documented wherever that profile is served. */
export const optionProfile = (served: ServedProfile): Profile => (served === 'current' ? 'current' : 'documented');

/** Kinds of maximum that the served profiles have. */
export const kindsServed = (served: ServedProfile): readonly MaximumKind[] =>
  served === 'both' ? ['additional', 'total'] : [maximumKindOf(served)];
