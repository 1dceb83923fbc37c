import { type Scenario, scenarioErrors } from '../../emulator/scenario/scenario.ts';
import type { Omission } from './facts.ts';

type Project = Scenario['projects'][number];
type ScenarioError = ReturnType<typeof scenarioErrors>[number];

const lists = ['services', 'endpoints', 'integrations'] as const;

/** The problem at one place of a list, by its index. */
type Wrong = ReadonlyMap<number, string>;

const whyOf = ({ path, message }: ScenarioError, depth: number): string =>
  ['a scenario cannot hold it', [...path.slice(depth).map(String), message].join(': ')].join(': ');

const wrongAt = (errors: readonly ScenarioError[], at: readonly PropertyKey[]): Wrong =>
  new Map(
    errors
      .filter(({ path }) => path.length > at.length && at.every((part, place) => path[place] === part))
      .map((error) => [Number(error.path[at.length]), whyOf(error, at.length + 1)]),
  );

const kept = <T>(things: readonly T[] | undefined, wrong: Wrong): T[] =>
  (things ?? []).filter((_, index) => !wrong.has(index));

/** The name of one thing in a list of a project. */
const placeOf = (project: Project, list: (typeof lists)[number], index: number): string => {
  if (list === 'integrations') {
    const { service = '?', endpoint = '?' } = project.integrations?.[index] ?? {};
    return `${project.name}/${service}: integration with ${endpoint}`;
  }
  if (list === 'endpoints') return `${project.name}: endpoint ${project.endpoints?.[index]?.name ?? '?'}`;
  return `${project.name}/${project.services?.[index]?.name ?? '?'}`;
};

/** A project without its wrong things; null if it is wrong itself. */
const projectWithout = (
  project: Project,
  at: number,
  errors: readonly ScenarioError[],
  omissions: Omission[],
): Project | null => {
  const itself = errors.find(
    ({ path }) =>
      path[0] === 'projects' && path[1] === at && !(lists as readonly PropertyKey[]).includes(path[2] ?? ''),
  );
  if (itself !== undefined) {
    omissions.push({ place: project.name, why: whyOf(itself, 2) });
    return null;
  }
  const wrong = Object.fromEntries(lists.map((list) => [list, wrongAt(errors, ['projects', at, list])])) as Record<
    (typeof lists)[number],
    Wrong
  >;
  for (const list of lists) {
    for (const [index, why] of wrong[list]) omissions.push({ place: placeOf(project, list, index), why });
  }
  const services = kept(project.services, wrong.services);
  const endpoints = kept(project.endpoints, wrong.endpoints);
  const names = {
    services: new Set(services.map(({ name }) => name)),
    endpoints: new Set(endpoints.map(({ name }) => name)),
  };
  const integrations = kept(project.integrations, wrong.integrations).filter(
    ({ service, endpoint }) => names.services.has(service) && names.endpoints.has(endpoint),
  );
  return { ...project, services, endpoints, integrations };
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
  for (let round = 0; round < mostRounds; round += 1) {
    const errors = scenarioErrors(rest);
    if (errors.length === 0) return { scenario: rest, omissions };
    const wrong = { plans: wrongAt(errors, ['plans']), prices: wrongAt(errors, ['prices']) };
    for (const [index, why] of wrong.plans) omissions.push({ place: `plan ${rest.plans[index]?.name ?? '?'}`, why });
    for (const [index, why] of wrong.prices)
      omissions.push({ place: `price of ${rest.prices?.[index]?.plan ?? '?'}`, why });
    const current = rest;
    rest = {
      ...current,
      plans: kept(current.plans, wrong.plans),
      prices: kept(current.prices, wrong.prices),
      projects: current.projects.flatMap((project, at) => projectWithout(project, at, errors, omissions) ?? []),
    };
  }
  const [error] = scenarioErrors(rest);
  if (error !== undefined) throw new Error(`the organization cannot be written as a scenario: ${whyOf(error, 0)}`);
  return { scenario: rest, omissions };
};
