import type { ProjectFacts, Service, Tags } from '../model/model.ts';

/** Upper bound for a disk: one exbibyte in MB, at which sums of GB and money are still exact. */
export const largestDiskMb = 2 ** 40;

/** An unpaired surrogate cannot be encoded in a URL, a file name or a report. */
const isBroken = (text: string): boolean => !text.isWellFormed();

const hasBrokenTag = (tags: Tags | null): boolean =>
  Object.entries(tags ?? {}).some(([key, value]) => isBroken(key) || isBroken(value));

type ServiceRecord = Pick<Service, 'name' | 'type' | 'plan' | 'cloud' | 'state' | 'diskMb'> & {
  readonly tags: Tags | null;
};

/** Problem of a service record; undefined when the record is valid. */
const serviceProblem = ({ name, type, plan, cloud, state, diskMb, tags }: ServiceRecord): string | undefined => {
  if ([name, type, plan, cloud, state].some(isBroken))
    return 'its name, type, plan, cloud or state contains half a character (an unpaired surrogate)';
  if (hasBrokenTag(tags)) return 'one of its tags contains half a character (an unpaired surrogate)';
  if (diskMb !== null && !(diskMb >= 0 && diskMb <= largestDiskMb)) return `its disk size is ${diskMb} MB`;
  return undefined;
};

const whole = (tags: Tags): Tags =>
  Object.fromEntries(Object.entries(tags).map(([key, value]) => [key.toWellFormed(), value.toWellFormed()]));

const twice = 'the platform lists it twice';

/** The first record of each name, and whether the name occurs again. */
const distinct = <T extends { readonly name: string }>(records: readonly T[]): { record: T; isTwice: boolean }[] => {
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
 * reported, but it is not used for decisions.
 */
export const sensibleServices = <T extends ServiceRecord>(listed: readonly T[]): (T & Pick<Service, 'unusable'>)[] =>
  distinct(listed).map(({ record, isTwice }) => {
    const problem = isTwice ? twice : serviceProblem(record);
    if (problem === undefined) return record;
    const { name, type, plan, cloud, state, tags } = record;
    return {
      ...record,
      name: name.toWellFormed(),
      type: type.toWellFormed(),
      plan: plan.toWellFormed(),
      cloud: cloud.toWellFormed(),
      state: state.toWellFormed(),
      tags: tags && whole(tags),
      diskMb: null,
      unusable: problem,
    };
  });

/** The listed projects of an organization, each once; invalid records are marked as in `sensibleServices`. */
export const sensibleProjects = <T extends { readonly name: string; readonly tags: Tags | null }>(
  listed: readonly T[],
): (T & Pick<ProjectFacts, 'problem'>)[] =>
  distinct(listed).map(({ record, isTwice }) => {
    const isHalf = isBroken(record.name) || hasBrokenTag(record.tags);
    if (!isTwice && !isHalf) return record;
    const problem = isTwice ? twice : 'its name or one of its tags contains half a character (an unpaired surrogate)';
    return { ...record, name: record.name.toWellFormed(), tags: record.tags && whole(record.tags), problem };
  });
