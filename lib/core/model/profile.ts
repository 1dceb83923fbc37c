import type { MaximumKind } from './model.ts';

/** What may be spoken with a platform (design §4): the words of spec.md, or what the live platform takes today. */
export const profiles = ['documented', 'current'] as const;
export type Profile = (typeof profiles)[number];

/** What the numbers of endpoints count that are created in a profile. */
export const maximumKindOf = (profile: Profile): MaximumKind => (profile === 'current' ? 'total' : 'additional');

/** The profile in which endpoints are created whose numbers count that. */
export const profileOf = (kind: MaximumKind): Profile => (kind === 'total' ? 'current' : 'documented');
