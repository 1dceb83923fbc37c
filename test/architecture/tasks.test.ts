import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as errors from '../../lib/contract/errors.ts';
import { tasks } from '../../lib/contract/tasks.ts';
import { taskHandlers } from '../../lib/local/task-handlers.ts';
import { readDefinition, taskOfState } from '../../lib/local/workflow.ts';
import type { Ports } from '../../lib/ports.ts';

const root = join(import.meta.dirname, '..', '..');
const sorted = (names: Iterable<string>) => [...new Set(names)].sort();

describe('Lambdas, task contracts and workflow states', () => {
  it('name the same set', () => {
    const lambdas = readdirSync(join(root, 'functions')).map((file) => file.replace(/\.ts$/, ''));
    const contracts = tasks.map((task) => task.name);
    expect(sorted(lambdas)).toEqual(sorted(contracts));
    expect(sorted(Object.keys(taskHandlers({} as Ports)))).toEqual(sorted(contracts));
    const ofWorkflow = tasks.filter((task) => task.workflow === 'reconcile').map((task) => task.name);
    expect(sorted(Object.values(taskOfState(JSON.parse(readDefinition('reconcile')))))).toEqual(sorted(ofWorkflow));
  });

  it('agree on error names: what Retry and Catch match exists as a class with that literal name', () => {
    const ofAws = /^(States|Lambda)\./;
    const named = [...readDefinition('reconcile').matchAll(/"ErrorEquals":\s*\[([^\]]*)\]/g)].flatMap((match) =>
      [...(match[1] ?? '').matchAll(/"([^"]+)"/g)].map((name) => name[1] ?? ''),
    );
    expect(named.length).toBeGreaterThan(0);
    const known = Object.keys(errors);
    expect(sorted(named.filter((name) => !ofAws.test(name) && !known.includes(name)))).toEqual([]);
  });

  it('name their errors after themselves', () => {
    const call = { method: 'GET', path: '/v1' };
    for (const [name, kind] of Object.entries(errors)) {
      if (name === 'PlatformError') continue;
      const Kind = kind as new (message: string, call: errors.CallContext) => Error;
      expect(new Kind('text', call).name).toBe(name);
    }
  });
});
