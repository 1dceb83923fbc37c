import { noFaults } from '../engine/faults.ts';
import type { Interference } from '../life.ts';
import { enabled, enforced, life, many, rule, withProjects } from './parts.ts';

/** When the first maximum of a pass is lowered, the disk of the service that comes last grows by itself. */
const lastDiskGrows: Interference = (request, edge) => {
  if (request.method !== 'PUT' || !request.path.includes('/integration_endpoint/')) return undefined;
  const [project] = edge.state.projects.values();
  const last = project === undefined ? undefined : [...project.services.values()].at(-1);
  const nowMs = edge.clock.nowMs();
  if (last === undefined || last.usage.mb > last.diskMb * 0.7) return undefined;
  last.usage = { mb: Math.floor(last.diskMb * 0.95), sinceMs: nowMs };
  return undefined;
};

export const disks = [
  life('a disk grows while the maximums before it are lowered', (seed) => ({
    rates: { 'answer-delayed': 1 },
    scenario: withProjects(seed, [
      enabled(
        'p0-prod',
        many(6, () => ({ usedGb: 50 })),
      ),
    ]),
    policyOf: () => enforced([rule({ maxAdditionalGb: 5 })]),
    interfere: lastDiskGrows,
    days: 1,
  })),
  life('disks stand just below their threshold while the budget is cut every day', (seed) => ({
    rates: noFaults,
    scenario: withProjects(seed, [
      enabled(
        'p0-prod',
        many(6, (n) => ({ usedGb: 60 + n, growthGbPerDay: 3 + n })),
      ),
      enabled(
        'p1-prod',
        many(4, (n) => ({ usedGb: 61 + n, growthGbPerDay: 9 })),
      ),
    ]),
    policyOf: (version) =>
      enforced(
        [rule({ maxAdditionalGb: 200 })],
        [{ name: 'storage', projects: ['p0-prod', 'p1-prod'], monthly: Math.max(0, 60 - 15 * (version + 1)) }],
      ),
    policyEveryDay: true,
    days: 4,
  })),
];
