import type { Endpoint, HeldMaximum, Service, Snapshot } from '../model/model.ts';
import type { DriftHandling } from '../model/policy-document.ts';
import type { LastApplied } from './last-applied.ts';

export type DriftKind =
  | 'maximum-changed'
  | 'endpoint-removed'
  | 'endpoint-renamed'
  | 'integration-removed'
  | 'autoscaler-added';

/** What somebody else has changed of a service since Headroom last wrote to it. */
export interface Drift {
  readonly kind: DriftKind;
  /** What has happened, without its end: the actor follows, where the event log gives one. */
  readonly said: string;
  /** Name that the endpoint bears, or bore, for looking it up in the event log. */
  readonly endpoint: string;
  /** ISO 8601, UTC: it happened after this, by the platform's clock; null where that is not known. */
  readonly since: string | null;
}

/** All that has drifted of a service, so far as its effect makes it matter. */
export interface Drifted {
  readonly kinds: readonly DriftKind[];
  /** What has happened, in sentences. */
  readonly said: string;
  /** Whether it is set right or only told. */
  readonly handling: DriftHandling;
}

/** A line of a project's event log, as far as drift looks at it. */
export interface LoggedEvent {
  /** ISO 8601, UTC. */
  readonly time: string;
  readonly type: string;
  readonly service: string | null;
  readonly actor: string | null;
  readonly description: string;
}

const maximumText = ({ kind, gb }: HeldMaximum): string =>
  gb === null ? 'one that cannot be read' : `${gb} GB${kind === 'total' ? ' in all' : ''}`;

const isSame = (a: HeldMaximum, b: HeldMaximum): boolean => a.kind === b.kind && a.gb === b.gb;

/** Looks up what one service has now; made once for a project. */
export interface DriftFinder {
  readonly of: (left: LastApplied, service: Service) => Drift[];
}

/**
 * Compares what Headroom last left with what is there. An endpoint is the one that was left by its id, or else by its
 * name, since updating may give a new id:
 *
 * | left \ actual         | endpoint                   | integration          | another integration |
 * |-----------------------|----------------------------|----------------------|---------------------|
 * | is there, the same    | –                          | –                    | autoscaler-added    |
 * | is there, another one | maximum-changed, or        |                      |                     |
 * |                       | endpoint-renamed, or both  |                      |                     |
 * | is gone               | endpoint-removed           | integration-removed  |                     |
 *
 * An integration that goes with its endpoint is not told twice.
 */
export const driftFinder = ({ endpoints }: Pick<Snapshot, 'endpoints'>): DriftFinder => {
  const byId = new Map(endpoints.map((endpoint) => [endpoint.id, endpoint]));
  // Of several with one name the lowest id, whatever the order of the answer.
  const byName = new Map(
    endpoints.toSorted((a, b) => (a.id < b.id ? 1 : -1)).map((endpoint) => [endpoint.name, endpoint]),
  );

  const ofEndpoint = (left: LastApplied, now: Endpoint | undefined): [DriftKind, string][] => {
    const { endpointName: name, maximum } = left;
    if (now === undefined) return [['endpoint-removed', `Endpoint ${name} was deleted`]];
    const found: [DriftKind, string][] = [];
    if (now.name !== name) found.push(['endpoint-renamed', `Endpoint ${name} was renamed to ${now.name}`]);
    if (!isSame(now.maximum, maximum)) {
      const fromTo = `from ${maximumText(maximum)} to ${maximumText(now.maximum)}`;
      found.push(['maximum-changed', `The maximum of endpoint ${now.name} was changed ${fromTo}`]);
    }
    return found;
  };

  const ofIntegrations = (
    left: LastApplied,
    now: Endpoint | undefined,
    { integrations }: Service,
  ): [DriftKind, string][] => {
    const own = integrations.filter(({ endpointId }) => endpointId === now?.id);
    const others = integrations.filter((each) => !own.slice(0, 1).includes(each));
    const found: [DriftKind, string][] = [];
    if (left.attached && now !== undefined && own.length === 0) {
      found.push(['integration-removed', `The integration with endpoint ${now.name} was deleted`]);
    }
    if (others.length > 0) {
      const names = others.map(({ endpointId }) => byId.get(endpointId)?.name ?? endpointId).sort();
      found.push(['autoscaler-added', `The service was integrated with autoscaler endpoint ${names.join(', ')}`]);
    }
    return found;
  };

  return {
    of: (left, service) => {
      const now = byId.get(left.endpointId) ?? byName.get(left.endpointName);
      const found = [...ofEndpoint(left, now), ...ofIntegrations(left, now, service)];
      const endpoint = now?.name ?? left.endpointName;
      return found.map(([kind, said]) => ({ kind, said, endpoint, since: left.confirmedAt }));
    },
  };
};

interface EventForm {
  readonly type: RegExp;
  readonly about: 'endpoint' | 'service';
}

/** How events that tell of each kind of drift look; the set of their types is open (platform-facts §2.6). */
const eventForms: Readonly<Record<DriftKind, EventForm>> = {
  'maximum-changed': { type: /endpoint.*update/, about: 'endpoint' },
  'endpoint-renamed': { type: /endpoint.*update/, about: 'endpoint' },
  'endpoint-removed': { type: /endpoint.*delete/, about: 'endpoint' },
  'integration-removed': { type: /integration(?!.*endpoint).*delete/, about: 'service' },
  'autoscaler-added': { type: /integration(?!.*endpoint).*create/, about: 'service' },
};

/** Whether a description speaks of just this name, and not of one that begins or ends with it. */
const speaksOf = (description: string, name: string): boolean => description.split(/[^A-Za-z0-9_-]+/).includes(name);

/** Whole seconds, as an answer's date has no more; NaN for what is no time. */
const secondOf = (time: string): number => Math.floor(Date.parse(time) / 1000);

/**
 * What has happened as a sentence, with the actor where the event log names one. The times of the log are compared with
 * the platform's own alone; where that is not known nobody is named, since the event could be of Headroom's own write.
 * @param log newest first
 */
export const driftSentence = (
  { kind, said, endpoint, since }: Drift,
  name: string,
  log: readonly LoggedEvent[],
): string => {
  const { type: form, about } = eventForms[kind];
  const sinceSecond = since === null ? Number.POSITIVE_INFINITY : secondOf(since);
  const event = log.find(({ time, type, service, description }) => {
    if (!(secondOf(time) > sinceSecond) || !form.test(type)) return false;
    return about === 'endpoint' ? speaksOf(description, endpoint) : service === name || speaksOf(description, name);
  });
  const by = event?.actor ? ` by ${event.actor} at ${event.time}` : '';
  return `${said}${by}, not by Headroom.`;
};
