import { type StoreArea, storeAreas } from '../../contract/store-keys.ts';
import type { StoreAccess } from '../../contract/task-contract.ts';

/**
 * Who writes the store of a deployment: functions write what the contracts of their tasks name, and people what a rule names.
 * The policy of the bucket and the grants of the construct derive from these tables.
 */

/** Settings that name the roles of people. */
export type WriterRule = 'approvers' | 'policyWriters';

/** Kinds of changes that IAM permits apart. */
export type WriteKind = 'write' | 'delete';

const { policy, policyVersion, calendar, mode, grants, enforcement, approval } = storeAreas;

const approvals: readonly StoreArea[] = [approval];
const policies: readonly StoreArea[] = [policy, policyVersion, calendar, mode, grants];

/**
 * The objects of people. A policy writer only deletes `enforcement`: without it the next plan is a first one; writing it skips the
 * first approval.
 */
export const peopleAccess: Readonly<Record<WriterRule, Pick<StoreAccess, WriteKind>>> = {
  approvers: { write: approvals, delete: approvals },
  policyWriters: { write: policies, delete: [...policies, enforcement] },
};

const rules = Object.keys(peopleAccess) as WriterRule[];

/** Areas with objects of people. */
const peopleAreas: readonly StoreArea[] = [
  ...new Set(rules.flatMap((rule) => [...peopleAccess[rule].write, ...peopleAccess[rule].delete])),
];

/** A part of the store that only some may change: `areas`, or everything but them. */
export interface Reservation {
  readonly kinds: readonly WriteKind[];
  readonly areas: readonly StoreArea[];
  readonly isRest: boolean;
  /** The rule whose roles change it, besides functions; null for what only functions change. */
  readonly rule: WriterRule | null;
}

const ruleOf = (area: StoreArea, kind: WriteKind): WriterRule | null =>
  rules.find((rule) => peopleAccess[rule][kind].includes(area)) ?? null;

const reservedBy = (rule: WriterRule | null): Reservation[] => {
  const reserved = (kind: WriteKind) => peopleAreas.filter((area) => ruleOf(area, kind) === rule);
  const [written, deleted] = [reserved('write'), reserved('delete')];
  const both = written.filter((area) => deleted.includes(area));
  const all: Reservation[] = [
    { kinds: ['write', 'delete'], areas: both, isRest: false, rule },
    { kinds: ['write'], areas: written.filter((area) => !both.includes(area)), isRest: false, rule },
    { kinds: ['delete'], areas: deleted.filter((area) => !both.includes(area)), isRest: false, rule },
  ];
  return all.filter(({ areas }) => areas.length > 0);
};

/** Every object of the store is in exactly one of these parts for each kind of change. */
export const reservations: readonly Reservation[] = [
  ...[...rules, null].flatMap(reservedBy),
  { kinds: ['write', 'delete'], areas: peopleAreas, isRest: true, rule: null },
];
