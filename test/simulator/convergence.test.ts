import { describe, expect, it } from 'vitest';
import { checkConvergence } from './convergence.ts';
import { enabled, enforced, many, rule, withProjects } from './directed/parts.ts';
import { createLife, type Interference, type Life } from './life.ts';
import { always, isWriteIn } from './liveness/faults.ts';
import { createPasses } from './passes.ts';

const scheduled = { trigger: { kind: 'schedule', by: 'hourly pass' } };

/** Two projects that a pass has read, and what happens before the passes that are judged. */
const judgedAfter = async (happens: (life: Life) => Promise<void>, interfere?: Interference) => {
  const life = await createLife({
    seed: 1,
    size: { projects: 1, services: 1 },
    laws: [],
    scenario: withProjects(1, [enabled('p0', many(2)), enabled('p1', many(2), 50)]),
    interfere,
    policyOf: () => enforced([rule({})]),
  });
  const passes = createPasses(life);
  await passes.pass(scheduled);
  await happens(life);
  return (await checkConvergence(life, passes)).map(({ message }) => message);
};

describe('two undisturbed passes', () => {
  it('bring every service to what policy wants', async () => {
    expect(await judgedAfter(async () => undefined)).toEqual([]);
  });

  it('suffice where a project was emptied since it was read', async () => {
    const emptied = judgedAfter(async (life) => {
      for (const service of ['s0', 's1']) await life.change({ kind: 'service-deleted', project: 'p0', service });
    });
    expect(await emptied).toEqual([]);
  });

  it('are too few where a project refuses every change', async () => {
    const messages = await judgedAfter(async () => undefined, always(isWriteIn('p1'), 403));
    expect(messages).toContain('p1/s0 has 50 GB and policy wants 100 GB');
  });
});
