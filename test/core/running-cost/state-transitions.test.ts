import { describe, expect, it } from 'vitest';
import { countTransitions } from '../../../lib/core/running-cost/state-transitions.ts';
import { runWorkflow } from '../../../lib/local/workflow.ts';
import { definitions } from '../../../lib/workflow/definitions.ts';
import type { Progress } from '../../../lib/workflow/execution.ts';

const definition = definitions.reconcile;
const places = (count: number) => Array.from({ length: count }, (_, place) => place);

/** Runs the definition with tasks that only answer, and answers the states that were entered. */
const entered = async (input: unknown, projects: number, release: number, grant: number): Promise<Progress[]> => {
  const seen: Progress[] = [];
  const verdict = release + grant > 0 ? 'apply' : 'nothing';
  const handlers = {
    discover: async () => ({ runId: 'run-1', projects: places(projects), order: 'survey' }),
    survey: async () => ({}),
    plan: async () => ({ runId: 'run-1', verdict, release: places(release), grant: places(grant) }),
    ask: async () => ({}),
    apply: async () => ({}),
    report: async () => ({}),
  };
  await runWorkflow(definitions.reconcile, input, {
    runId: 'run-1',
    handlers,
    waits: { Settle: 0 },
    onProgress: (progress) => void (progress.kind === 'entered' && seen.push(progress)),
  });
  return seen;
};

const scheduled = { trigger: { kind: 'schedule' } };
const batch = [{ 'detail-type': 'ServiceCreated', detail: { project: 'p' } }];

describe('the transitions counted from the definition', () => {
  it.each([
    ['a pass with nothing to do', scheduled, 7, 0, 0],
    ['a pass over nothing', scheduled, 0, 0, 0],
    ['a pass that changes', scheduled, 5, 2, 3],
    ['a run that events ask for', batch, 1, 0, 1],
  ])('are those that the interpreter executes: %s', async (_, input, projects, release, grant) => {
    const states = await entered(input, projects, release, grant);
    const taken = [...(input === batch ? ['Trigger'] : []), ...(release + grant > 0 ? ['Verdict'] : [])];
    const items = { SurveyProjects: projects, Release: release, Grant: grant };
    // AWS charges the parent for each child that it starts.
    const started = projects + release + grant;
    expect(countTransitions(definition, { taken, items })).toBe(states.length + started);
  });

  it('say which state a definition lacks', () => {
    const broken = { StartAt: 'A', States: { A: { Type: 'Pass', Next: 'B' } } };
    expect(() => countTransitions(broken, { taken: [], items: {} })).toThrow('the definition has no state B');
  });
});
