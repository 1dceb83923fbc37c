import { describe, expect, it } from 'vitest';
import { readEvents } from '../../../lib/run/intake/event-request.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { createMemoryStore } from '../../../lib/run/store/memory-store.ts';

const clock = { now: () => Date.parse('2030-01-01T00:00:00Z') };

const created = (project: unknown) => ({ 'detail-type': 'ServiceCreated', detail: { project } });
const about = (type: string) => ({ 'detail-type': type, detail: {} });

const ask = (batch: readonly unknown[]) => readEvents({ store: createMemoryStore(), clock }, 'run-1', batch);

describe('what a batch of events asks for', () => {
  it('is a run over the projects that they name, each once', async () => {
    const { request } = await ask([created('b'), created('a'), created('b')]);
    expect(request).toMatchObject({ trigger: { kind: 'event', by: 'ServiceCreated' }, projects: ['b', 'a'] });
  });

  it.each(['PolicyChanged', 'BudgetChanged'])(
    'is a run over all projects when one of them, %s, names none',
    async (type) => {
      for (const batch of [[created('a'), about(type)], [about(type), created('a')], [about(type)]]) {
        const { request } = await ask(batch);
        expect(request).toBeDefined();
        expect(request?.projects).toBeUndefined();
      }
    },
  );

  it('is never more because of an event that cannot be read', async () => {
    const { request } = await ask([created('a'), created(undefined), about('Nonsense')]);
    expect(request?.projects).toEqual(['a']);
  });

  it('is no run where nothing but heartbeats and what cannot be read came', async () => {
    const heartbeat = { 'detail-type': 'Heartbeat', detail: { sentAt: '2026-03-02T08:00:00.000Z' } };
    expect(await ask([heartbeat, created(17)])).toMatchObject({ request: undefined, unreadable: 1 });
  });
});

describe('events that cannot be read', () => {
  it('are stored as they came, in one object of the run, and reported with the first problem and their place', async () => {
    const store = createMemoryStore();
    const { unreadable, findings } = await readEvents({ store, clock }, 'run-1', [
      created('a'),
      created(17),
      about('Nonsense'),
    ]);
    expect(unreadable).toBe(2);
    expect(findings).toEqual([
      {
        code: 'event-unreadable',
        project: '',
        service: '',
        message: expect.stringMatching(/^2 of 3 events .*detail\.project.*runs\/run-1\/begin\/unreadable-events\.json/),
      },
    ]);
    const stored = JSON.parse((await store.get(keys.unreadableEvents('run-1')))?.body ?? '');
    expect(stored.items).toMatchObject([
      { index: 1, event: created(17) },
      { index: 2, event: about('Nonsense') },
    ]);
  });

  it('leave nothing behind where there are none', async () => {
    const store = createMemoryStore();
    expect(await readEvents({ store, clock }, 'run-1', [created('a')])).toMatchObject({ unreadable: 0, findings: [] });
    expect(await store.list('')).toEqual([]);
  });
});
