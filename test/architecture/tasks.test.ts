import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as errors from '../../lib/contract/errors.ts';
import { allTasks, tasksOf } from '../../lib/contract/tasks.ts';
import { deliveryHandlers, taskHandlers, tokenHandlers } from '../../lib/local/task-handlers.ts';
import type { DeliverPorts, Ports, TokenPorts } from '../../lib/ports.ts';
import { definitions, definitionText } from '../../lib/workflow/definitions.ts';
import { taskOfState } from '../../lib/workflow/state-language.ts';

const root = join(import.meta.dirname, '..', '..');
const workflows = ['reconcile', 'retire-token'] as const;
const sorted = (names: Iterable<string>) => [...new Set(names)].sort();

describe('Lambdas, task contracts and workflow states', () => {
  it('name the same set', () => {
    const lambdas = readdirSync(join(root, 'functions')).map((file) => file.replace(/\.ts$/, ''));
    const contracts = allTasks.map((task) => task.name);
    expect(sorted(lambdas)).toEqual(sorted(contracts));
    const handlers = {
      ...taskHandlers({} as Ports),
      ...tokenHandlers({} as TokenPorts),
      ...deliveryHandlers({} as DeliverPorts),
    };
    expect(sorted(Object.keys(handlers))).toEqual(sorted(contracts));
  });

  it.each(workflows)('name the same set in the workflow %s', (workflow) => {
    const ofWorkflow = tasksOf(workflow).map((task) => task.name);
    expect(sorted(Object.values(taskOfState(definitions[workflow])))).toEqual(sorted(ofWorkflow));
  });

  it.each(workflows)(
    'agree on error names: what Retry and Catch of %s match exists as a class of that name',
    (workflow) => {
      const ofAws = /^(States|Lambda|Sandbox|Runtime)\./;
      const named = [...definitionText(workflow).matchAll(/"ErrorEquals":\s*\[([^\]]*)\]/g)].flatMap((match) =>
        [...(match[1] ?? '').matchAll(/"([^"]+)"/g)].map((name) => name[1] ?? ''),
      );
      expect(named.length).toBeGreaterThan(0);
      const known = Object.keys(errors);
      expect(sorted(named.filter((name) => !ofAws.test(name) && !known.includes(name)))).toEqual([]);
    },
  );

  it('name their errors after themselves', () => {
    const call = { method: 'GET', path: '/v1' };
    for (const [name, kind] of Object.entries(errors)) {
      if (name === 'PlatformError') continue;
      const Kind = kind as new (message: string, call: errors.CallContext) => Error;
      expect(new Kind('text', call).name).toBe(name);
    }
  });
});
