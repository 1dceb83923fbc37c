import { describe, expect, it } from 'vitest';
import { projectsPerLook } from '../../../lib/contract/pass-size.ts';
import { storeAreas } from '../../../lib/contract/store-keys.ts';
import { orderOf } from '../../../lib/contract/tasks/call-order.ts';
import { allTasks, tasks } from '../../../lib/contract/tasks.ts';
import { definitionText } from '../../../lib/workflow/definitions.ts';

const created = { 'detail-type': 'ServiceCreated', detail: { project: 'p' } };
const schedule = { trigger: { kind: 'schedule', by: 'hourly pass' }, readOnly: false };

describe('the order of service of platform calls', () => {
  it.each([
    ['rotate-token', {}, 'token'],
    ['retire-token', {}, 'token'],
    ['apply', { runId: 'r', project: 0, phase: 'grant' }, 'write'],
    ['discover', { runId: 'r', request: [created] }, 'event'],
    ['discover', { runId: 'r', request: { ...schedule, trigger: { kind: 'event', by: 'a service' } } }, 'event'],
    ['discover', { runId: 'r', request: schedule }, 'survey'],
    ['survey', { runId: 'r', project: 0, order: 'event' }, 'event'],
    ['survey', { runId: 'r', projects: [0] }, 'survey'],
    ['ask', { runId: 'r', order: 'event' }, 'event'],
    ['watch-services', { most: 19 }, 'survey'],
  ] as const)('of %s with %j is that of: %s', (task, input, order) => {
    expect(orderOf(tasks[task], input)).toBe(order);
  });

  it('passes from discover to the tasks that read for the same run', () => {
    expect(definitionText('reconcile').match(/"order\.\$": "\$\.order"/g)).toHaveLength(3);
  });
});

describe('the tasks that call the platform', () => {
  it('and only they, have an order of service, the limit of all calls, and the ledger', () => {
    for (const { name, order, environment, store } of allTasks) {
      const callsPlatform = environment.some((key) => key === 'secret' || key === 'rotatedSecret');
      expect([name, order !== null]).toEqual([name, callsPlatform]);
      expect([name, environment.includes('callsPerMinute')]).toEqual([name, callsPlatform]);
      for (const areas of [store?.read, store?.write]) {
        expect([name, areas?.includes(storeAreas.callLedger) ?? false]).toEqual([name, callsPlatform]);
      }
    }
  });
});

describe('one look for new services', () => {
  it.each([
    [10, 7],
    [100, 79],
    [1_000, 799],
  ])('uses four fifths of %i calls a minute: %i projects beside their list', (callsPerMinute, projects) => {
    expect(projectsPerLook(callsPerMinute)).toBe(projects);
  });
});
