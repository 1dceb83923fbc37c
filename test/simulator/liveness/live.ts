import { hourMs } from '../../../lib/core/model/durations.ts';
import { problemOf } from '../convergence.ts';
import { enforced, rule, withProjects } from '../directed/parts.ts';
import { noFaults } from '../engine/faults.ts';
import { lawsUnderFaults } from '../laws/all.ts';
import { createLife, type Life } from '../life.ts';
import { createPasses } from '../passes.ts';
import { auditProblems } from '../simulate.ts';
import { truthAt } from '../surroundings/truth.ts';
import type { LastingFault } from './lasting-faults.ts';

/** What a life with a fault that stays came to. */
export interface Lived {
  readonly passes: number;
  readonly writes: number;
  /** Services that were not as policy wants them when they should have been, and laws that did not hold. */
  readonly problems: readonly string[];
}

const maximums = [100, 150, 120];

/** What people ask for, one thing after the other: each must be done within the promise. */
const demands: readonly (readonly [string, (life: Life) => Promise<void>])[] = [
  ['the first policy', async () => undefined],
  [
    'new services',
    async (life) => {
      for (const project of ['p0', 'p1', 'p2'])
        await life.change({ kind: 'service-created', project, service: 'z-new' });
    },
  ],
  ['a larger maximum', (life) => life.change({ kind: 'policy-edited', version: 0 })],
  ['a smaller maximum', (life) => life.change({ kind: 'policy-edited', version: 1 })],
  [
    'a service that opts out',
    (life) =>
      life.change({ kind: 'service-retagged', project: 'p1', service: 's1', tags: { 'disk-autoscaler': 'off' } }),
  ],
];

const unprotected = (life: Life, { isConcerned }: LastingFault): string[] => {
  const today = new Date(life.time.now()).toISOString().slice(0, 10);
  return truthAt(life.platform.edge)
    .filter(({ project, service }) => !isConcerned(project, service.name))
    .flatMap((truth) => problemOf(life, today, truth) ?? []);
};

/**
 * Lives through a fault that never ends. After each thing that people ask for, so many passes follow as the promise says; then
 * every service that the fault does not concern must be at the platform as policy wants it.
 */
export const liveWith = async (kind: LastingFault, seed = 1): Promise<Lived> => {
  const life = await createLife({
    seed,
    size: { projects: 1, services: 1 },
    // Passes cannot succeed where a fault stays; every other law holds.
    laws: lawsUnderFaults,
    scenario: withProjects(seed, kind.projects),
    policyOf: (version) => enforced([rule({ maxAdditionalGb: maximums[version + 1] ?? 100 })]),
    interfere: kind.interfere,
    fate: kind.fate,
  });
  life.faults.set(kind.rates ?? noFaults);
  const { pass, counts } = createPasses(life);
  const problems: string[] = [];
  for (const [what, ask] of demands) {
    await ask(life);
    for (let done = 0; done < kind.promise; done += 1) {
      await life.time.runTo(life.time.now() + hourMs);
      await kind.before?.(life);
      await pass(kind.input ?? { trigger: { kind: 'schedule', by: 'hourly pass' } });
    }
    problems.push(...unprotected(life, kind).map((problem) => `after ${what}: ${problem}`));
  }
  const broken = [...life.watcher.violations, ...(await auditProblems(life))];
  problems.push(...broken.map(({ law, message }) => `${law}: ${message}`));
  return { passes: counts.passes, writes: counts.writes, problems };
};
