import { afterEach, expect, it, vi } from 'vitest';
import { dayMs, hourMs } from '../../lib/core/model/durations.ts';
import type { Life } from '../../lib/core/twin/life.ts';
import { enableAll } from '../workflow/scenarios.ts';
import { budgetOf, smallOrganization } from './organization.ts';

const remembering = '../../lib/core/model/remembering.ts';
const remembered = '../../lib/run/store/remembered.ts';

afterEach(() => {
  vi.doUnmock(remembering);
  vi.doUnmock(remembered);
  vi.resetModules();
});

/** The life of a process of its own: what another one remembers is gone. */
const lifeInNewProcess = async (): Promise<Life> => {
  vi.resetModules();
  const { live } = await import('../../lib/twin/live.ts');
  return live({
    scenario: smallOrganization,
    seed: 3,
    days: 5,
    everyMs: 2 * hourMs,
    policy: { text: enableAll(200, budgetOf('20.00')), calendars: {} },
    approveAfterMs: dayMs,
    faults: 'usual',
  });
};

type Parse = (key: string, body: string, before: undefined) => unknown;

it('a life is the same, whether its tasks remember what they have read and decided, or parse and decide everything anew', async () => {
  const usual = await lifeInNewProcess();
  let parsed = 0;
  const anew = (parse: Parse) => (key: string, body: string) => {
    parsed += 1;
    return parse(key, body, undefined);
  };
  let decided = 0;
  const decideAnew =
    <I, O>(make: (input: I) => O) =>
    (input: I) => {
      decided += 1;
      return make(input);
    };
  vi.doMock(remembering, () => ({
    remembering: anew,
    oncePerObject: <K, V>(make: (of: K) => V) => make,
    oncePerText: <V>(make: (of: string) => V) => make,
    atMostOnce: <V>(make: () => V) => make,
    unlessSame: decideAnew,
  }));
  vi.doMock(remembered, () => ({
    rememberingObjects: anew,
    withSameParts: (_: unknown, after: unknown) => after,
  }));
  const forgetting = await lifeInNewProcess();
  expect(parsed).toBeGreaterThan(300);
  expect(decided).toBeGreaterThan(50);
  expect(usual.writes).toBeGreaterThan(0);
  expect(forgetting).toEqual(usual);
});
