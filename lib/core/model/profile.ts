import type { MaximumKind } from './model.ts';

/** API profiles of the platform (design §4): `documented` follows the specification, `current` the live platform. */
export const profiles = ['documented', 'current'] as const;
export type Profile = (typeof profiles)[number];

/** Kind of maximum of endpoints that a profile creates. */
export const maximumKindOf = (profile: Profile): MaximumKind => (profile === 'current' ? 'total' : 'additional');

/** The profile that creates endpoints with this kind of maximum. */
export const profileOf = (kind: MaximumKind): Profile => (kind === 'total' ? 'current' : 'documented');
