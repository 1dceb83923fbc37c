import { NotFound } from '../../contract/errors.ts';
import { serviceKey } from '../../core/model/grouping.ts';
import { namesText } from '../../core/model/visible-text.ts';
import { compilePatterns, type Matcher } from '../../core/policy/glob.ts';
import type { Store } from '../../ports.ts';
import { type TagsOf, tagsInStore } from '../../run/inventory/service-tags.ts';
import { keys } from '../../run/store/keys.ts';
import { readObject } from '../../run/store/objects.ts';
import type { InventoryIndex, InventoryRecord } from '../../run/store/run-objects.ts';
import type { FilterFlags } from '../shell/options.ts';
import { UsageError } from '../shell/usage-error.ts';

/** A service that a filter can name. */
export interface FilteredService {
  readonly project: string;
  readonly service: string;
  /** Absent where the list has no rules. */
  readonly rule?: string;
}

/** Anything with a place: a whole project has no service, and the organization has no project either. */
interface Subject {
  readonly project: string;
  readonly service?: string | null;
}

export type Shows = (subject: Subject) => boolean;

/** Every service of the inventory in the store. */
export const servicesInStore = async (store: Store): Promise<FilteredService[]> => {
  const index = await readObject<InventoryIndex>(store, keys.inventoryIndex);
  const projects = Object.keys(index?.projects ?? {});
  const records = await Promise.all(
    projects.map(async (project) => ({
      project,
      record: await readObject<InventoryRecord>(store, keys.reading(project)),
    })),
  );
  return records.flatMap(({ project, record }) =>
    (record?.services ?? []).map(({ name }) => ({ project, service: name })),
  );
};

/** One flag of the filter, with the value of a service that it compares. */
interface Condition {
  /** The flag up to its pattern. */
  readonly flag: string;
  readonly patterns: readonly string[];
  readonly matches: Matcher;
  readonly read: (service: FilteredService, tagsOf: TagsOf) => string | undefined;
}

const tagCondition = (text: string): Condition => {
  const at = text.indexOf('=');
  const [key, glob] = at < 0 ? [text, '*'] : [text.slice(0, at), text.slice(at + 1)];
  if (key === '' || glob === '') throw new UsageError(`--tag ${text}: must be KEY=VALUE or KEY; VALUE may be a glob`);
  const patterns = [glob];
  return {
    flag: `--tag ${key}=`,
    patterns,
    matches: compilePatterns(patterns),
    read: (service, tagsOf) => tagsOf(service)?.get(key),
  };
};

/** Names per message. */
const maxNames = 5;

const namesIn = (values: readonly string[], services: number): string => {
  if (services === 0) return 'no service is known here yet';
  // A service that no rule selects has an empty one.
  const names = [...new Set(values)].filter((name) => name !== '').sort();
  if (names.length === 0) return 'no service has any';
  return `no service matches; known: ${namesText(names, maxNames, ' and')}`;
};

/** A misspelt name must not look like an empty result. */
const assertKnown = (
  { flag, patterns, read }: Condition,
  services: readonly FilteredService[],
  tagsOf: TagsOf,
): void => {
  const values = services.flatMap((service) => read(service, tagsOf) ?? []);
  for (const pattern of patterns) {
    if (pattern.startsWith('!') || values.some(compilePatterns([pattern]))) continue;
    throw new NotFound(`${flag}${pattern}: ${namesIn(values, services.length)}`);
  }
};

/** The flags as a condition. */
interface CompiledFilter {
  readonly accepts: (service: FilteredService, tagsOf: TagsOf) => boolean;
  /** @throws UsageError if a flag names nothing that any of the services has */
  readonly assertKnown: (services: readonly FilteredService[], tagsOf: TagsOf) => void;
}

/** @throws UsageError if a tag is malformed */
export const compileFilter = ({ project, service, rule, tag = [] }: FilterFlags): CompiledFilter => {
  const condition = (flag: string, patterns: readonly string[] | undefined, read: Condition['read']) =>
    patterns === undefined ? [] : [{ flag: `${flag} `, patterns, read, matches: compilePatterns(patterns) }];
  const conditions = [
    ...condition('--project', project, (each) => each.project),
    ...condition('--service', service, (each) => each.service),
    ...condition('--rule', rule, (each) => each.rule),
    ...tag.map(tagCondition),
  ];
  return {
    accepts: (each, tagsOf) =>
      conditions.every(({ matches, read }) => {
        const value = read(each, tagsOf);
        return value !== undefined && matches(value);
      }),
    assertKnown: (services, tagsOf) => {
      for (const each of conditions) assertKnown(each, services, tagsOf);
    },
  };
};

/** Whether any of the flags is given. */
export const isFiltered = ({ project, service, rule, tag }: FilterFlags): boolean =>
  [project, service, rule, tag].some((flag) => flag !== undefined);

/**
 * What the flags select among these services.
 * @param store contains the tags
 * @returns undefined without flags
 * @throws UsageError if a flag names nothing that any of the services has
 */
export const serviceFilter = async (
  store: Store,
  flags: FilterFlags,
  services: readonly FilteredService[],
): Promise<Shows | undefined> => {
  if (!isFiltered(flags)) return undefined;
  const filter = compileFilter(flags);
  const tagsOf = flags.tag === undefined ? () => undefined : await tagsInStore(store, services);
  filter.assertKnown(services, tagsOf);
  const selected = new Set(services.filter((each) => filter.accepts(each, tagsOf)).map(serviceKey));
  const { project, ...ofServices } = flags;
  const isProject = project === undefined ? () => true : compilePatterns(project);
  return (subject) => {
    if (subject.service) return selected.has(serviceKey({ project: subject.project, service: subject.service }));
    // What concerns the whole organization concerns every project.
    return !isFiltered(ofServices) && (subject.project === '' || isProject(subject.project));
  };
};
