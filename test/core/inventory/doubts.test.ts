import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contradiction, type Doubt, doubtsOf, type Written } from '../../../lib/core/inventory/doubts.ts';
import type { Endpoint, Service } from '../../../lib/core/model/model.ts';
import { endpointName } from '../../../lib/core/service/endpoint-name.ts';
import { aService } from '../organization.ts';

interface Lists {
  readonly services: readonly Service[];
  readonly endpoints: readonly Endpoint[];
}

const nothingWritten: Written = { services: [] };
const endpointAt = (service: string, gb: number): Endpoint => ({
  id: `e-${service}`,
  name: endpointName(service),
  maximum: { kind: 'additional', gb },
});
const using = (name: string): Service =>
  aService({ name, integrations: [{ id: `i-${name}`, endpointId: `e-${name}` }] });

const names = ['orders', 'billing', 'search'];
const truth: Lists = { services: names.map(using), endpoints: names.map((name) => endpointAt(name, 100)) };

/** What a platform with these things answers to a doubt. */
const answerOf = ({ services, endpoints }: Lists, doubt: Doubt) => {
  if (doubt.kind === 'endpoint') return endpoints.find(({ id }) => id === doubt.id);
  const service = services.find(({ name }) => name === doubt.service);
  if (doubt.kind === 'service') return service && {};
  return service?.integrations.some(({ endpointId }) => endpointId === doubt.endpointId) ? {} : undefined;
};

const isBelieved = (real: Lists, shown: Lists, before: Lists | undefined, written = nothingWritten): boolean =>
  doubtsOf(before, written, shown).every((doubt) => contradiction(doubt, answerOf(real, doubt)) === null);

/** Drawn parts of the true lists. */
const parts = fc
  .record({
    services: fc.subarray([...truth.services]),
    endpoints: fc.subarray([...truth.endpoints]),
    without: fc.subarray(names),
    lowered: fc.subarray(names),
  })
  .map(
    ({ services, endpoints, without, lowered }): Lists => ({
      services: services.map((one) => (without.includes(one.name) ? { ...one, integrations: [] } : one)),
      endpoints: endpoints.map((one) =>
        lowered.some((name) => endpointName(name) === one.name)
          ? { ...one, maximum: { kind: 'additional', gb: 50 } }
          : one,
      ),
    }),
  );

/** Whether a reading shows every service, use and maximum. */
const showsAll = ({ services, endpoints }: Lists): boolean =>
  services.length === names.length &&
  services.every(({ integrations }) => integrations.length > 0) &&
  endpoints.length === names.length &&
  endpoints.every(({ maximum }) => maximum.gb === 100);

const written: Written = {
  services: names.map((service) => ({
    service,
    endpointId: `e-${service}`,
    endpointName: endpointName(service),
    maximum: { kind: 'additional', gb: 100 },
    attached: true,
  })),
};

describe('a reading of which a list leaves something out, or shows what was', () => {
  it.each([
    ['the reading before', truth, nothingWritten],
    [
      'what Headroom wrote after a reading without autoscalers',
      { services: names.map((name) => aService({ name })), endpoints: [] },
      written,
    ],
    ['what Headroom wrote, without any reading', undefined, written],
  ])('is never believed where %s proves more, and is where nothing is missing', (_, before, last) => {
    fc.assert(
      fc.property(parts, (shown) => {
        expect(isBelieved(truth, shown, before, last)).toBe(showsAll(shown));
      }),
    );
  });

  it('is believed where what is missing is gone: all that differs is asked for once', () => {
    fc.assert(
      fc.property(parts, (shown) => {
        const used = new Set(
          shown.services.flatMap(({ integrations }) => integrations.map(({ endpointId }) => endpointId)),
        );
        const real = { ...shown, endpoints: [...shown.endpoints, ...truth.endpoints.filter(({ id }) => used.has(id))] };
        const isWhole = [...used].every((id) => shown.endpoints.some((one) => one.id === id));
        expect(isBelieved(real, shown, truth)).toBe(isWhole);
        if (isWhole) expect(doubtsOf(shown, nothingWritten, shown)).toEqual([]);
      }),
    );
  });
});

describe('what is asked for by name', () => {
  it('is nothing while a reading shows what is known, also with new services and higher maximums', () => {
    const more = {
      services: [...truth.services, aService({ name: 'new' })],
      endpoints: names.map((name) => endpointAt(name, 200)),
    };
    expect(doubtsOf(truth, nothingWritten, more)).toEqual([]);
    expect(doubtsOf(undefined, nothingWritten, truth)).toEqual([]);
  });

  it('is nothing of what Headroom has lowered or deleted, as it was read back', () => {
    const lowered = { ...truth, endpoints: names.map((name) => endpointAt(name, 20)) };
    const byUs = written.services.map((one) => ({ ...one, maximum: { kind: 'additional', gb: 20 } as const }));
    expect(doubtsOf(truth, { services: byUs }, lowered)).toEqual([]);
    const disabled = { services: names.map((name) => aService({ name })), endpoints: [] };
    const deleted = names.flatMap((name) => [`i-${name}`, `e-${name}`]);
    expect(doubtsOf(truth, { services: [], deleted }, disabled)).toEqual([]);
  });

  it('is a service behind an endpoint of Headroom that nothing has explained, unless its name was cut', () => {
    const long = 'a'.repeat(60);
    const shown = {
      services: [],
      endpoints: [endpointAt('orders', 100), endpointAt(long, 100), { ...endpointAt('x', 1), name: 'by-hand' }],
    };
    expect(doubtsOf(undefined, nothingWritten, shown)).toEqual([{ kind: 'service', service: 'orders' }]);
    expect(doubtsOf(shown, nothingWritten, shown)).toEqual([]);
  });

  it('is an endpoint that a service uses and no list has, whether Headroom or a person made it; one of Headroom must exist', () => {
    const shown = { services: truth.services.slice(0, 1), endpoints: [] };
    const [doubt] = doubtsOf(undefined, nothingWritten, shown);
    expect(doubt).toMatchObject({ kind: 'endpoint', id: 'e-orders', mustExist: false });
    const before = { services: shown.services, endpoints: truth.endpoints.slice(0, 1) };
    const [own] = doubtsOf(before, nothingWritten, shown);
    expect(own && contradiction(own, undefined)).toBe('endpoint e-orders is used and does not exist');
  });
});
