import { describe, expect, it } from 'vitest';
import { followRun } from '../../../lib/cli/session/follow-run.ts';
import { taskHandlers } from '../../../lib/local/task-handlers.ts';
import { runWorkflow } from '../../../lib/local/workflow.ts';
import { definitions } from '../../../lib/workflow/definitions.ts';
import { noWaits, startHeadroom } from '../../workflow/local-headroom.ts';
import { enableAll, even } from '../../workflow/scenarios.ts';

describe('the progress of a run', () => {
  it('counts projects, also where a batch of them is one item, and ends with all of them', async () => {
    const headroom = await startHeadroom(even(45, 1), enableAll(40));
    const shown: string[] = [];
    const progress = (label: string, done: number, total: number) => void shown.push(`${label}: ${done} of ${total}`);
    await runWorkflow(
      definitions.reconcile,
      { trigger: { kind: 'manual', by: 'a test' } },
      {
        runId: 'run-1',
        handlers: taskHandlers(headroom.ports),
        retries: noWaits,
        onProgress: followRun({ progress }),
      },
    );
    expect(shown[0]).toBe('reading projects: 0 of 45');
    expect(shown).toContain('reading projects: 45 of 45');
    expect(shown.at(-1)).toBe('granting: 45 of 45');
    expect(shown.every((line) => / of 45$/.test(line) || line.startsWith('releasing'))).toBe(true);
  });
});
