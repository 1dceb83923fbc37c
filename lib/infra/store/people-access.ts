import { type StoreArea, storeAreas } from '../../contract/store-keys.ts';

/**
 * Who writes the store of a deployment: functions write what the contracts of their tasks name, and people what a rule names.
 * The policy of the bucket and the grants of the construct derive from these tables.
 */

/** Settings that name the roles of people. */
export type WriterRule = 'approvers' | 'policyWriters';

const { policy, policyVersion, calendar, mode, grants, approval } = storeAreas;

/** The objects that people of a rule write and delete. */
export const peopleAreas: Readonly<Record<WriterRule, readonly StoreArea[]>> = {
  approvers: [approval],
  policyWriters: [policy, policyVersion, calendar, mode, grants],
};

/** A part of the store that only some may change: `areas`, or everything but them. */
export interface Reservation {
  readonly areas: readonly StoreArea[];
  readonly isRest: boolean;
  /** The rule whose roles change it, besides functions; null for what only functions change. */
  readonly rule: WriterRule | null;
}

/** Every object of the store is in exactly one of these parts. */
export const reservations: readonly Reservation[] = [
  ...(Object.keys(peopleAreas) as WriterRule[]).map((rule) => ({ areas: peopleAreas[rule], isRest: false, rule })),
  { areas: Object.values(peopleAreas).flat(), isRest: true, rule: null },
];
