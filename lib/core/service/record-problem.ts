import type { ProjectFacts, Service, Tags } from '../model/model.ts';

/** No disk is larger: an exbibyte in MB, which all sums of GB and money still hold exactly. */
export const largestDiskMb = 2 ** 40;

/** Half of a character that takes two places in a text: it cannot stand in an address, in a file name or in a report. */
const isBroken = (text: string): boolean => !text.isWellFormed();

const hasBrokenTag = (tags: Tags | null): boolean =>
  Object.entries(tags ?? {}).some(([key, value]) => isBroken(key) || isBroken(value));

type ServiceRecord = Pick<Service, 'name' | 'type' | 'plan' | 'cloud' | 'state' | 'diskMb'> & {
  readonly tags: Tags | null;
};

/** What makes no sense in what the platform says of a service; undefined when nothing does not. */
const serviceProblem = ({ name, type, plan, cloud, state, diskMb, tags }: ServiceRecord): string | undefined => {
  if ([name, type, plan, cloud, state].some(isBroken)) return 'its name or kind holds half a character';
  if (hasBrokenTag(tags)) return 'one of its tags holds half a character';
  if (diskMb !== null && !(diskMb >= 0 && diskMb <= largestDiskMb)) return `its disk is said to have ${diskMb} MB`;
  return undefined;
};

const whole = (tags: Tags): Tags =>
  Object.fromEntries(Object.entries(tags).map(([key, value]) => [key.toWellFormed(), value.toWellFormed()]));

const twice = 'the platform lists it twice';

/** The first record of each name, and whether there are more of it. */
const distinct = <T extends { readonly name: string }>(records: readonly T[]): { record: T; isTwice: boolean }[] => {
  const found = new Map<string, { record: T; isTwice: boolean }>();
  for (const record of records) {
    const known = found.get(record.name.toWellFormed());
    if (known === undefined) found.set(record.name.toWellFormed(), { record, isTwice: false });
    else known.isTwice = true;
  }
  return [...found.values()];
};

/**
 * The services of a project as the platform lists them, each once. One whose record makes no sense is marked, and what
 * makes no sense in it is taken out: it can be told of, and nothing can be decided by it.
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

/** The projects of an organization as the platform lists them, likewise. */
export const sensibleProjects = <T extends { readonly name: string; readonly tags: Tags | null }>(
  listed: readonly T[],
): (T & Pick<ProjectFacts, 'problem'>)[] =>
  distinct(listed).map(({ record, isTwice }) => {
    const isHalf = isBroken(record.name) || hasBrokenTag(record.tags);
    if (!isTwice && !isHalf) return record;
    const problem = isTwice ? twice : 'its name or one of its tags holds half a character';
    return { ...record, name: record.name.toWellFormed(), tags: record.tags && whole(record.tags), problem };
  });
