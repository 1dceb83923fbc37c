import { describe, expect, it } from 'vitest';
import { openPlatform } from '../../../lib/platform/index.ts';
import { endpointTypes, maximumToWire } from '../../../lib/wire/maximum.ts';
import { settledScenario } from '../deployed/organization.ts';
import type { Law, WriteSeen } from './law.ts';
import { circumstances } from './planted.ts';
import { createWatcher, type Outlook } from './watcher.ts';

const token = 'canary-1-5f1c';

/** What a law receives about a write in the first of four projects. */
const seenWith = async (outlook?: (names: readonly string[]) => Outlook) => {
  const scenario = settledScenario(1, { projects: 4, services: 40 });
  const names = scenario.projects.map(({ name }) => name);
  const [first = ''] = names;
  const { edge, answer } = openPlatform({ scenario, token, seed: 1 });
  const writes: WriteSeen[] = [];
  const noted = (write: WriteSeen): [] => {
    writes.push(write);
    return [];
  };
  const law: Law = { name: 'none', source: '', afterWrite: noted };
  const watcher = createWatcher(edge, [law], () => circumstances, outlook?.(names));
  const maximum = { kind: 'additional', gb: 5 } as const;
  const body = JSON.stringify({
    endpoint_name: 'headroom-new',
    endpoint_type: endpointTypes[maximum.kind],
    user_config: maximumToWire(maximum),
  });
  const path = `/v1/project/${first}/integration_endpoint`;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const request = { method: 'POST', path, headers, body } as const;
  const unanswered = { status: 0, headers: {}, text: '' };
  const answered = async () => (await answer(request, '127.0.0.1')) ?? unanswered;
  const { status, text } = await watcher.observe(request, answered);
  expect([status, text]).toEqual([200, expect.any(String)]);
  return { names, writes, watcher };
};

const projectsOf = (services: WriteSeen['before'] = []) => [...new Set(services.map(({ project }) => project))].sort();

describe('a watcher of every request', () => {
  it('shows laws the whole organization around a write, and keeps the write until a pass ends', async () => {
    const { names, writes, watcher } = await seenWith();
    expect(projectsOf(writes[0]?.before)).toEqual(names.toSorted());
    expect(projectsOf(writes[0]?.after)).toEqual(names.toSorted());
    expect(watcher.writes()).toHaveLength(1);
  });

  it('of a large organization shows them what the write may concern, and keeps no copy of it', async () => {
    const { names, writes, watcher } = await seenWith((all) => ({ around: () => all.slice(0, 2), keepsWrites: false }));
    expect(projectsOf(writes[0]?.before)).toEqual(names.slice(0, 2).toSorted());
    expect(projectsOf(writes[0]?.after)).toEqual(names.slice(0, 2).toSorted());
    expect(watcher.writes()).toEqual([]);
    expect(watcher.made).toHaveLength(1);
  });
});
