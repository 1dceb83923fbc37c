import { removeService } from '../../../lib/platform/autoscaler/transitions.ts';
import type { Interference } from '../life.ts';
import { enabled, enforced, life, many, rule, withProjects } from './parts.ts';

/** Once a pass begins to write to a project, the service of the project that comes last is deleted. */
const lastVanishes: Interference = ({ method, path }, edge) => {
  if (method === 'GET' || !/\/integration(_endpoint)?(\/|$)/.test(path)) return undefined;
  const project = [...edge.state.projects.values()].find(({ name }) => path.includes(`/project/${name}/`));
  const last = project === undefined ? undefined : [...project.services.values()].at(-1);
  if (project !== undefined && last !== undefined && project.services.size > 2) removeService(project, last);
  return undefined;
};

const vanish = (name: string, maxAdditionalGb: number) =>
  life(name, (seed) => ({
    // Late answers: a pass in which a service vanishes may end as partial.
    rates: { 'answer-delayed': 0.3 },
    scenario: withProjects(seed, [enabled('p0-prod', many(5)), { name: 'p1-prod', services: many(5) }]),
    policyOf: () => enforced([rule({ maxAdditionalGb })]),
    interfere: lastVanishes,
    days: 1,
  }));

export const vanishing = [
  vanish('a service is deleted between the plan of a raise and its write', 150),
  vanish('a service is deleted between the plan of a lower and its write', 50),
];
