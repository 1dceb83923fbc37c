import { expect, it } from 'vitest';
import { runWorkflow } from '../../lib/local/workflow.ts';

it('a run takes the definition as it is: test/architecture/definition.test.ts validates it, once', async () => {
  const invalid = { StartAt: 'A', States: { A: { Type: 'Pass', NoSuchField: true, End: true } } };
  const run = runWorkflow(JSON.stringify(invalid), { given: 1 }, { runId: 'run-1', handlers: {} });
  expect(await run).toEqual({ given: 1 });
});
