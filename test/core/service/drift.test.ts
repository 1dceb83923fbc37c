import { describe, expect, it } from 'vitest';
import type { Endpoint } from '../../../lib/core/model/model.ts';
import { driftFinder, driftSentence, eventOf, type LoggedEvent } from '../../../lib/core/service/drift.ts';
import type { LastApplied } from '../../../lib/core/service/last-applied.ts';
import { at, integrationWith, lastAppliedToOrders } from '../one-service.ts';
import { aService } from '../organization.ts';

const left = lastAppliedToOrders;

const found = (endpoints: readonly Endpoint[], ties: readonly string[], given: Partial<LastApplied> = {}) =>
  driftFinder({ endpoints })(
    { ...left, ...given },
    aService({ integrations: ties.map((id, n) => integrationWith(id, `integration-${n}`)) }),
  ).map(({ kind, message }) => `${kind}: ${message}`);

const ours = at('e1', 100);
const theirs = at('f1', 100, 'team-endpoint');

describe('a service that was created again under its name', () => {
  const again = (createdAt: string, confirmedAt: string | null) =>
    driftFinder({ endpoints: [ours] })({ ...left, confirmedAt }, aService({ createdAt, integrations: [] }));

  it('has lost nothing: it is another service than the one that Headroom wrote to', () => {
    expect(again('2026-03-02T09:00:00Z', '2026-03-02T08:00:00Z')).toEqual([]);
  });

  it.each([
    ['2026-03-02T07:00:00Z', '2026-03-02T08:00:00Z'],
    ['2026-03-02T09:00:00Z', null],
  ])('is the same one as far as known where it was created at %s and written to at %s', (createdAt, confirmedAt) => {
    expect(again(createdAt, confirmedAt).map(({ kind }) => kind)).toEqual(['integration-removed']);
  });
});

describe('what has changed since Headroom last wrote', () => {
  it.each<[string, string[], string[]]>([
    ['nothing, where all is as it was', found([ours], ['e1']), []],
    ['nothing, where the endpoint only got a new id', found([at('e2', 100)], ['e2']), []],
    ['nothing, where an endpoint without an integration was left', found([ours], [], { attached: false }), []],
    [
      'the maximum',
      found([at('e1', 400)], ['e1']),
      ['maximum-changed: The maximum of endpoint headroom-orders was changed from 100 GB to 400 GB'],
    ],
    [
      'the maximum, to what counts the whole disk',
      found([{ ...ours, maximum: { kind: 'total', gb: 180 } }], ['e1']),
      ['maximum-changed: The maximum of endpoint headroom-orders was changed from 100 GB to 180 GB in all'],
    ],
    [
      'the maximum, to what cannot be read',
      found([at('e1', null)], ['e1']),
      ['maximum-changed: The maximum of endpoint headroom-orders was changed from 100 GB to an unreadable value'],
    ],
    [
      'the integration',
      found([ours], []),
      ['integration-removed: The integration with endpoint headroom-orders was deleted'],
    ],
    [
      'endpoint and integration, reported once',
      found([], []),
      ['endpoint-removed: Endpoint headroom-orders was deleted'],
    ],
    [
      'the name of the endpoint',
      found([at('e1', 100, 'big-disk')], ['e1']),
      ['endpoint-renamed: Endpoint headroom-orders was renamed to big-disk'],
    ],
    [
      'name and maximum',
      found([at('e1', 400, 'big-disk')], ['e1']),
      [
        'endpoint-renamed: Endpoint headroom-orders was renamed to big-disk',
        'maximum-changed: The maximum of endpoint big-disk was changed from 100 GB to 400 GB',
      ],
    ],
    [
      'one more autoscaler, a foreign one',
      found([ours, theirs], ['f1', 'e1']),
      ['autoscaler-added: The service was integrated with autoscaler endpoint team-endpoint'],
    ],
    [
      'one more autoscaler, that the project does not list',
      found([ours], ['f9', 'e1']),
      ['autoscaler-added: The service was integrated with autoscaler endpoint f9'],
    ],
    [
      'one more integration with the same endpoint',
      found([ours], ['e1', 'e1']),
      ['autoscaler-added: The service was integrated with autoscaler endpoint headroom-orders'],
    ],
    [
      'a foreign autoscaler instead of ours',
      found([ours, theirs], ['f1']),
      [
        'integration-removed: The integration with endpoint headroom-orders was deleted',
        'autoscaler-added: The service was integrated with autoscaler endpoint team-endpoint',
      ],
    ],
  ])('%s', (_, seen, expected) => {
    expect(seen).toEqual(expected);
  });
});

describe('who has changed it', () => {
  const event = (given: Partial<LoggedEvent>): LoggedEvent => ({
    time: '2030-06-14T13:00:00Z',
    type: 'service_integration_endpoint_update',
    service: null,
    actor: 'jane@example.com',
    description: "Updated integration endpoint 'headroom-orders'",
    ...given,
  });
  const ofIntegration = (type: string, service: string | null = 'orders') =>
    event({ type, service, description: "Deleted an integration of service 'orders'" });
  const sentence = (
    endpoints: readonly Endpoint[],
    ties: readonly string[],
    log: readonly LoggedEvent[],
    given: Partial<LastApplied> = {},
  ) =>
    driftFinder({ endpoints })({ ...left, ...given }, aService({ integrations: ties.map((id) => integrationWith(id)) }))
      .map((drift) => driftSentence(drift, eventOf(drift, 'orders', log)))
      .join(' ');
  const byJane = 'by jane@example.com at 2030-06-14T13:00:00Z, not by Headroom.';

  it.each<[string, Endpoint[], string[], LoggedEvent]>([
    ['a maximum', [at('e1', 400)], ['e1'], event({})],
    ['an endpoint that is gone', [], [], event({ type: 'service_integration_endpoint_delete' })],
    ['an integration that is gone', [ours], [], ofIntegration('service_integration_delete')],
    ['one that only the text names', [ours], [], ofIntegration('service_integration_delete', null)],
    ['an integration that was added', [ours, theirs], ['e1', 'f1'], ofIntegration('service_integration_create')],
  ])('the event log names them: %s', (_, endpoints, ties, logged) => {
    expect(sentence(endpoints, ties, [logged])).toContain(byJane);
  });

  it.each<[string, LoggedEvent]>([
    ['an event from before', event({ time: '2030-06-14T12:00:00Z' })],
    ['an event of another kind', event({ type: 'service_update' })],
    ['an endpoint of another service', event({ description: "Updated integration endpoint 'headroom-orders-2'" })],
    ['an event without an actor', event({ actor: null })],
    ['an event at no readable time', event({ time: 'today' })],
  ])('no actor is named for %s', (_, logged) => {
    expect(sentence([at('e1', 400)], ['e1'], [logged])).toBe(
      'The maximum of endpoint headroom-orders was changed from 100 GB to 400 GB, not by Headroom.',
    );
  });

  it("no actor is named when the platform time of Headroom's write is unknown", () => {
    expect(sentence([at('e1', 400)], ['e1'], [event({})], { confirmedAt: null })).toBe(
      'The maximum of endpoint headroom-orders was changed from 100 GB to 400 GB, not by Headroom.',
    );
  });

  it("the event of Headroom's own write names no actor, as it is no later than reading back", () => {
    const own = event({ time: '2030-06-14T12:00:00Z', actor: 'headroom@example.com' });
    expect(sentence([at('e1', 400)], ['e1'], [own])).not.toContain('headroom@example.com');
    const inTheSameSecond = event({ ...own, time: '2030-06-14T12:00:00.900Z' });
    expect(sentence([at('e1', 400)], ['e1'], [inTheSameSecond])).not.toContain('headroom@example.com');
    expect(sentence([at('e1', 400)], ['e1'], [event({}), own])).toContain(byJane);
  });

  it('the newest of several events counts', () => {
    const log = [event({}), event({ time: '2030-06-14T12:30:00Z', actor: 'joe@example.com' })];
    expect(sentence([at('e1', 400)], ['e1'], log)).toContain(byJane);
  });
});
