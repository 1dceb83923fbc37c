import { type Scenario, scenarioErrors } from '../../platform/index.ts';
import type { Omission } from './facts.ts';

type Path = readonly PropertyKey[];
type ScenarioError = ReturnType<typeof scenarioErrors>[number];

/** Lists of things that a scenario can do without. */
const lists: readonly unknown[] = ['plans', 'prices', 'projects', 'services', 'endpoints', 'integrations'];

/** The path of the smallest thing that contains the error; undefined for an error of the scenario itself. */
const thingOf = ({ path }: ScenarioError): Path | undefined => {
  const end = path.findLastIndex((part, at) => typeof part === 'number' && lists.includes(path[at - 1]));
  return end === -1 ? undefined : path.slice(0, end + 1);
};

const keyOf = (path: Path): string => JSON.stringify(path);

/** The name of a thing for people. */
const subjectOf = ({ plans, prices = [], projects }: Scenario, [list, at, inner, index]: Path): string => {
  const position = Number(at);
  if (list === 'plans') return `plan ${plans[position]?.name ?? '?'}`;
  if (list === 'prices') return `price of ${prices[position]?.plan ?? '?'}`;
  const { name = '?', services, endpoints, integrations } = projects[position] ?? {};
  const { service = '?', endpoint = '?' } = integrations?.[Number(index)] ?? {};
  if (inner === 'services') return `${name}/${services?.[Number(index)]?.name ?? '?'}`;
  if (inner === 'endpoints') return `${name}: endpoint ${endpoints?.[Number(index)]?.name ?? '?'}`;
  return inner === 'integrations' ? `${name}/${service}: integration with ${endpoint}` : name;
};

const without = (scenario: Scenario, gone: ReadonlyMap<string, unknown>): Scenario => {
  const kept = <T>(things: readonly T[] | undefined, ...path: Path): T[] =>
    (things ?? []).filter((_, at) => !gone.has(keyOf([...path, at])));
  const projects = scenario.projects.map((project, at) => ({
    ...project,
    services: kept(project.services, 'projects', at, 'services'),
    endpoints: kept(project.endpoints, 'projects', at, 'endpoints'),
    integrations: kept(project.integrations, 'projects', at, 'integrations'),
  }));
  return {
    ...scenario,
    plans: kept(scenario.plans, 'plans'),
    prices: kept(scenario.prices, 'prices'),
    projects: kept(projects, 'projects'),
  };
};

/** Each round may uncover errors that the former ones hid; a plan that is gone makes services and prices wrong. */
const mostRounds = 5;

/**
 * The scenario without the parts that it cannot hold, such as names that are too long, and a note of each: one of them must
 * not cost the others.
 * @throws Error if the rest is no scenario either
 */
export const withoutErrors = (
  scenario: Scenario,
): { readonly scenario: Scenario; readonly omissions: readonly Omission[] } => {
  const omissions: Omission[] = [];
  let rest = scenario;
  for (let round = 0; ; round += 1) {
    const errors = scenarioErrors(rest);
    const [first] = errors;
    if (first === undefined) return { scenario: rest, omissions };
    const gone = new Map<string, Omission>();
    for (const error of errors) {
      const thing = thingOf(error);
      if (thing === undefined) continue;
      const why = ['a scenario cannot hold it', ...error.path.slice(thing.length).map(String), error.message].join(
        ': ',
      );
      gone.set(keyOf(thing), { subject: subjectOf(rest, thing), why });
    }
    if (gone.size === 0 || round === mostRounds)
      throw new Error(`the organization cannot be written as a scenario: ${first.path.join('.')}: ${first.message}`);
    omissions.push(...gone.values());
    rest = without(rest, gone);
  }
};
