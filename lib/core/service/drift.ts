import type { DriftHandling } from '../model/decision.ts';
import type { HeldMaximum, Service, Snapshot } from '../model/model.ts';
import type { LastApplied } from './last-applied.ts';
import { isSameMaximum } from './maximum.ts';

export type DriftKind =
  | 'maximum-changed'
  | 'endpoint-removed'
  | 'endpoint-renamed'
  | 'integration-removed'
  | 'autoscaler-added';

/** Kinds that take the autoscaler from a service. */
export const lossKinds: readonly DriftKind[] = ['endpoint-removed', 'integration-removed'];

/** One foreign change of a service since Headroom last wrote to it. */
export interface Drift {
  readonly kind: DriftKind;
  /** Beginning of the sentence; the actor follows if the event log has one. */
  readonly message: string;
  /** Present or former name of the endpoint, to find it in the event log. */
  readonly endpoint: string;
  /** Earliest time of the change by the platform's clock, ISO 8601, UTC; null when unknown. */
  readonly since: string | null;
}

/** All relevant drift of a service. */
export interface Drifted {
  readonly kinds: readonly DriftKind[];
  /** Complete sentences. */
  readonly message: string;
  /** Whether a run repairs the drift or only reports it. */
  readonly handling: DriftHandling;
  /** Present if the maximum was changed. */
  readonly maximum?: {
    readonly before: HeldMaximum;
    /** Null if the event log does not say it. */
    readonly by: string | null;
    /** When, at the earliest, ISO 8601, UTC; null until the event log is read, and when unknown. */
    readonly at: string | null;
  };
  /** Present while the maximum stays that a person raised. */
  readonly raise?: { readonly toGb: number; readonly text: string };
}

/** An entry of a project's event log. */
export interface LoggedEvent {
  /** ISO 8601, UTC. */
  readonly time: string;
  readonly type: string;
  readonly service: string | null;
  /** The actor; null if the log omits it. */
  readonly actor: string | null;
  /** The platform's own description; may be empty. */
  readonly description: string;
}

const maximumText = ({ kind, gb }: HeldMaximum): string =>
  gb === null ? 'an unreadable value' : `${gb} GB${kind === 'total' ? ' in all' : ''}`;

/** Whether the service was created after the last write to its name: it is another one, from which no one took anything. */
const isNewerThan = ({ confirmedAt }: LastApplied, { createdAt }: Service): boolean =>
  confirmedAt !== null && createdAt !== undefined && Date.parse(createdAt) > Date.parse(confirmedAt);

/**
 * Compares the state that Headroom last wrote with the actual state. An endpoint is identified by its id, else by its
 * name, because an update may change the id:
 *
 * | last applied \ actual | endpoint                   | integration          | another integration |
 * |-----------------------|----------------------------|----------------------|---------------------|
 * | exists, unchanged     | –                          | –                    | autoscaler-added    |
 * | exists, changed       | maximum-changed, or        |                      |                     |
 * |                       | endpoint-renamed, or both  |                      |                     |
 * | missing               | endpoint-removed           | integration-removed  |                     |
 *
 * An integration that disappears with its endpoint is not reported separately.
 * @returns a function that finds the drift of one service; created once per project
 */
export const driftFinder = ({ endpoints }: Pick<Snapshot, 'endpoints'>) => {
  const byId = new Map(endpoints.map((endpoint) => [endpoint.id, endpoint]));
  // Of several endpoints with one name the lowest id wins, in whatever order the platform lists them.
  const byName = new Map(
    endpoints.toSorted((a, b) => (a.id < b.id ? 1 : -1)).map((endpoint) => [endpoint.name, endpoint]),
  );

  return (lastApplied: LastApplied, service: Service): Drift[] => {
    if (isNewerThan(lastApplied, service)) return [];
    const { endpointName, maximum, attached, confirmedAt: since } = lastApplied;
    const now = byId.get(lastApplied.endpointId) ?? byName.get(endpointName);
    const { name: endpoint, maximum: held } = now ?? { name: endpointName, maximum };
    const own = service.integrations.find(({ endpointId }) => endpointId === now?.id);
    const others = service.integrations
      .filter((each) => each !== own)
      .map(({ endpointId }) => byId.get(endpointId)?.name ?? endpointId);
    const found: [boolean, DriftKind, string][] = [
      [now === undefined, 'endpoint-removed', `Endpoint ${endpoint} was deleted`],
      [endpoint !== endpointName, 'endpoint-renamed', `Endpoint ${endpointName} was renamed to ${endpoint}`],
      [
        !isSameMaximum(held, maximum),
        'maximum-changed',
        `The maximum of endpoint ${endpoint} was changed from ${maximumText(maximum)} to ${maximumText(held)}`,
      ],
      [
        attached && now !== undefined && own === undefined,
        'integration-removed',
        `The integration with endpoint ${endpoint} was deleted`,
      ],
      [
        others.length > 0,
        'autoscaler-added',
        `The service was integrated with autoscaler endpoint ${others.sort().join(', ')}`,
      ],
    ];
    return found.flatMap(([is, kind, message]) => (is ? [{ kind, message, endpoint, since }] : []));
  };
};

/** Event types of each kind of drift; the platform may add types (pf 2.6). */
const eventForms: Readonly<Record<DriftKind, { readonly type: RegExp; readonly about: 'endpoint' | 'service' }>> = {
  'maximum-changed': { type: /endpoint.*update/, about: 'endpoint' },
  'endpoint-renamed': { type: /endpoint.*update/, about: 'endpoint' },
  'endpoint-removed': { type: /endpoint.*delete/, about: 'endpoint' },
  'integration-removed': { type: /integration(?!.*endpoint).*delete/, about: 'service' },
  'autoscaler-added': { type: /integration(?!.*endpoint).*create/, about: 'service' },
};

/** Whether a description contains this name as a whole word. */
const mentions = (description: string, name: string): boolean => description.split(/[^A-Za-z0-9_-]+/).includes(name);

/** Whole seconds, the precision of an HTTP date; NaN for an invalid time. */
const secondOf = (time: string): number => Math.floor(Date.parse(time) / 1000);

/**
 * The event of a change, if the log has it. Log times are compared only with the platform's own time; if that is unknown, there
 * is none, because the event could be Headroom's own write.
 * @param log newest first
 */
export const eventOf = (
  { kind, endpoint, since }: Drift,
  name: string,
  log: readonly LoggedEvent[],
): LoggedEvent | undefined => {
  const { type: form, about } = eventForms[kind];
  const sinceSecond = since === null ? Number.POSITIVE_INFINITY : secondOf(since);
  return log.find(({ time, type, service, description }) => {
    if (!(secondOf(time) > sinceSecond) || !form.test(type)) return false;
    return about === 'endpoint' ? mentions(description, endpoint) : service === name || mentions(description, name);
  });
};

/** Sentence about a change, with its actor if the event log has one. */
export const driftSentence = ({ message }: Drift, event: LoggedEvent | undefined): string => {
  const by = event?.actor ? ` by ${event.actor} at ${event.time}` : '';
  return `${message}${by}, not by Headroom.`;
};
