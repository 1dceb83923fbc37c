import { expect, it } from 'vitest';
import { runWorkflow } from '../../lib/local/workflow.ts';
import type { Machine } from '../../lib/workflow/states.ts';

it('a run takes the definition as it is: test/architecture/definition.test.ts validates it, once', async () => {
  const extra = { NoSuchField: true };
  const invalid: Machine = { StartAt: 'A', States: { A: { Type: 'Pass', End: true, ...extra } } };
  const run = runWorkflow(invalid, { given: 1 }, { runId: 'run-1', handlers: {} });
  expect(await run).toEqual({ given: 1 });
});
