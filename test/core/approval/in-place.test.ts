import { describe, expect, it } from 'vitest';
import { isInPlace } from '../../../lib/core/approval/in-place.ts';
import type { AdoptedEndpoint } from '../../../lib/core/change/adopted-endpoint.ts';
import { changeKinds } from '../../../lib/core/change/change.ts';
import type { ChangeJson } from '../../../lib/core/change/change-json.ts';
import type { Endpoint, Service } from '../../../lib/core/model/model.ts';
import { aChange } from '../a-change.ts';
import { integrationWith } from '../one-service.ts';
import { additional, anEndpoint, aService } from '../organization.ts';

const own = anEndpoint({ id: 'e-1', maximum: additional(200) });
const attached = aService({ integrations: [integrationWith('e-1', 'i-1')] });

interface Listed {
  readonly services: readonly Service[];
  readonly endpoints: readonly Endpoint[];
  readonly adopted: readonly AdoptedEndpoint[];
}

/** Whether a change is in place in a project of which everything is listed. */
const isIn = (change: ReturnType<typeof aChange>, { services, endpoints, adopted }: Listed): boolean =>
  isInPlace(
    change,
    {
      services: new Map(services.map((service) => [service.name, service])),
      endpoints: new Map(endpoints.map(({ id, maximum }) => [id, maximum])),
      adopted,
    },
    new Map(endpoints.map(({ id, name }) => [name, id])),
  );

const enabled: Listed = { services: [attached], endpoints: [own], adopted: [] };
const disabled: Listed = { services: [aService()], endpoints: [], adopted: [] };

const search = { kind: 'update-search-configuration', maximum: null } as const;
const option = { path: 'engine.threads', from: null, to: 4 };

describe('a change is in place', () => {
  it.each<[string, Partial<ChangeJson>, Listed, Listed]>([
    ['where the new endpoint has its maximum', { kind: 'create-endpoint' }, enabled, disabled],
    [
      'where the endpoint has the new maximum',
      {},
      enabled,
      { ...enabled, endpoints: [{ ...own, maximum: additional(100) }] },
    ],
    [
      'where the service uses the endpoint',
      { kind: 'create-integration' },
      enabled,
      { ...enabled, services: [aService()] },
    ],
    ['where the endpoint is gone', { kind: 'delete-endpoint', phase: 'release' }, disabled, enabled],
    ['where the integration is gone', { kind: 'delete-integration', phase: 'release' }, disabled, enabled],
    [
      'where Headroom manages the endpoint',
      { kind: 'adopt-endpoint' },
      { ...enabled, adopted: [{ service: 'orders', endpointName: 'headroom-orders', kind: 'additional' }] },
      enabled,
    ],
    [
      'where Headroom manages it no more',
      { kind: 'return-endpoint' },
      enabled,
      { ...enabled, adopted: [{ service: 'orders', endpointName: 'headroom-orders', kind: 'additional' }] },
    ],
    [
      'where the disk has the new size',
      { kind: 'resize-disk', phase: 'release', disk: { fromMb: 200 * 1024, toMb: 80 * 1024 } },
      { ...enabled, services: [aService({ diskMb: 80 * 1024 })] },
      { ...enabled, services: [aService({ diskMb: 200 * 1024 })] },
    ],
    [
      'where the option has its value',
      { ...search, members: [option] },
      { ...enabled, services: [{ ...attached, searchConfiguration: { engine: { threads: 4 } } }] },
      { ...enabled, services: [{ ...attached, searchConfiguration: { engine: { threads: 8 } } }] },
    ],
  ])('%s, and nowhere else', (_, change, done, open) => {
    expect([isIn(aChange(change), done), isIn(aChange(change), open)]).toEqual([true, false]);
  });

  it('only for the removal of what a deleted service had, once the service is gone', () => {
    const gone: Listed = { services: [], endpoints: [], adopted: [] };
    const done = changeKinds
      .filter((kind) => kind !== 'update-search-configuration')
      .filter((kind) => {
        const phase = kind.startsWith('delete') ? 'release' : 'grant';
        return isIn(aChange({ kind, phase, disk: { fromMb: 2048, toMb: 1024 } }), gone);
      });
    expect(done.sort()).toEqual(['delete-endpoint', 'delete-integration', 'return-endpoint']);
  });
});
