import type { Service, Tags } from '../model/model.ts';

/** Upper bound for a disk: one exbibyte in MB, at which sums of GB and money are still exact. */
export const largestDiskMb = 2 ** 40;

/** An unpaired surrogate cannot be encoded in a URL, a file name or a report. */
export const isBroken = (text: string): boolean => !text.isWellFormed();

export const hasBrokenTag = (tags: Tags | null): boolean =>
  Object.entries(tags ?? {}).some(([key, value]) => isBroken(key) || isBroken(value));

type ServiceRecord = Pick<Service, 'name' | 'type' | 'plan' | 'cloud' | 'state' | 'diskMb'> & {
  readonly tags: Tags | null;
  readonly problem?: string;
};

/** Stands for the name of records that have none. No service can be called so. */
export const namelessService = '(no name)';

/** Names that would lead elsewhere as a part of a path. */
const elsewhere: ReadonlySet<string> = new Set(['.', '..']);

/** A name that may be part of a path; empty for any other name. */
const askable = (name: string): string => (elsewhere.has(name) ? '' : name.toWellFormed());

/** Problem of one member of a record; an unknown cloud only leaves the price open. */
const nameProblem = ([member, name]: readonly [string, string]): string[] => {
  if (name === '' && member !== 'cloud') return [`it has no ${member}`];
  return elsewhere.has(name) ? [`its ${member} is "${name}"`] : [];
};

/** Problem of a service record; undefined when the record is valid. */
const serviceProblem = ({ problem, ...record }: ServiceRecord): string | undefined => {
  const { name, type, plan, cloud, state, diskMb, tags } = record;
  if ([name, type, plan, cloud, state].some(isBroken))
    return 'its name, type, plan, cloud or state contains half a character (an unpaired surrogate)';
  if (hasBrokenTag(tags)) return 'one of its tags contains half a character (an unpaired surrogate)';
  if (diskMb !== null && !(diskMb >= 0 && diskMb <= largestDiskMb)) return `its disk size is ${diskMb} MB`;
  return Object.entries({ name, type, plan, cloud, state }).flatMap(nameProblem)[0] ?? problem;
};

export const whole = (tags: Tags): Tags =>
  Object.fromEntries(Object.entries(tags).map(([key, value]) => [key.toWellFormed(), value.toWellFormed()]));

export const twice = 'the platform lists it twice';

/** The first record of each name, and whether the name occurs again. */
export const distinct = <T extends { readonly name: string }>(
  records: readonly T[],
): { record: T; isTwice: boolean }[] => {
  const byName = new Map<string, { record: T; isTwice: boolean }>();
  for (const record of records) {
    const first = byName.get(record.name.toWellFormed());
    if (first === undefined) byName.set(record.name.toWellFormed(), { record, isTwice: false });
    else first.isTwice = true;
  }
  return [...byName.values()];
};

/**
 * The listed services of a project, each once. An invalid record is marked and its invalid values are removed: it can be
 * reported, but it is not used for decisions, and the platform is not asked about a type, plan or cloud that is no name.
 */
export const markInvalidServices = <T extends ServiceRecord>(
  listed: readonly T[],
): (Omit<T, 'problem'> & Pick<Service, 'unusable'>)[] =>
  distinct(listed).map(({ record, isTwice }) => {
    const isNameless = record.name === '';
    const unusable = isTwice && !isNameless ? twice : serviceProblem(record);
    if (unusable === undefined) return record;
    const { name, type, plan, cloud, state, tags, diskMb } = record;
    const { problem, ...rest } = record;
    return {
      ...rest,
      name: isNameless ? namelessService : name.toWellFormed(),
      type: askable(type),
      plan: askable(plan),
      cloud: askable(cloud),
      state: state.toWellFormed(),
      tags: tags && whole(tags),
      // What is wrong beside the record says nothing against its disk.
      diskMb: unusable === problem ? diskMb : null,
      unusable,
    };
  });
