import type { Service, Snapshot } from '../model/model.ts';
import { mbPerGb } from '../model/sizes.ts';
import { endpointName } from '../service/endpoint-name.ts';

type State = Pick<Snapshot, 'services' | 'endpoints'>;

const sorted = (texts: readonly string[]): string => JSON.stringify(texts.toSorted());

/** What a plan decides from, besides disk sizes: those grow all the time, and lowers check them on their own. */
const facts = {
  type: ({ type }) => type,
  plan: ({ plan }) => plan,
  cloud: ({ cloud }) => cloud,
  state: ({ state }) => state,
  tags: ({ tags }) => sorted(Object.entries(tags).map((tag) => JSON.stringify(tag))),
  'autoscaler integrations': ({ integrations }) =>
    sorted(integrations.map(({ id, endpointId }) => JSON.stringify([id, endpointId]))),
} satisfies Record<string, (service: Service) => string>;

/** Endpoints that the service uses or that have its endpoint name. */
const endpointsOf = ({ endpoints }: State, { name, integrations }: Service): string => {
  const used = new Set(integrations.map(({ endpointId }) => endpointId));
  const own = endpoints.filter((endpoint) => used.has(endpoint.id) || endpoint.name === endpointName(name));
  return sorted(own.map(({ id, name: called, maximum: { kind, gb } }) => JSON.stringify([id, called, kind, gb])));
};

/**
 * What differs for a service between the state that a plan was made from and the present one; undefined if nothing does
 * that a decision depends on.
 */
export const movedSince = (planned: State, now: State, name: string): string | undefined => {
  const before = planned.services.find((service) => service.name === name);
  const after = now.services.find((service) => service.name === name);
  if (before === undefined || after === undefined) return before === after ? undefined : 'existence';
  const moved = Object.entries(facts).flatMap(([fact, of]) => (of(before) === of(after) ? [] : [fact]));
  if (endpointsOf(planned, before) !== endpointsOf(now, after)) moved.push('endpoints');
  return moved.length === 0 ? undefined : moved.join(', ');
};

/**
 * What differs for an endpoint whose service was gone when a plan was made; undefined if it is still unused and nothing
 * with its name came back.
 */
export const orphanMovedSince = ({ services, endpoints }: State, id: string): string | undefined => {
  const endpoint = endpoints.find((candidate) => candidate.id === id);
  if (endpoint === undefined) return 'existence';
  const isBack = services.some(
    ({ name, integrations }) =>
      endpointName(name) === endpoint.name || integrations.some(({ endpointId }) => endpointId === id),
  );
  return isBack ? 'its service' : undefined;
};

/**
 * Whether the disk of a service has grown by more than the maximum is raised, so that the maximum could be below the
 * provisioned storage by now.
 * @param raisedGb GB that a change adds to the maximum; 0 for a new autoscaler
 */
export const outgrows = (planned: State, now: State, name: string, raisedGb: number): boolean => {
  const diskOf = ({ services }: State) => services.find((service) => service.name === name)?.diskMb ?? null;
  const [before, after] = [diskOf(planned), diskOf(now)];
  return before !== null && after !== null && after - before > raisedGb * mbPerGb;
};
