import type { Endpoint, Snapshot } from '../model/model.ts';
import { endpointName, isOurs, serviceNamedBy } from '../service/endpoint-name.ts';
import type { LastApplied } from '../service/last-applied.ts';

/**
 * A list may leave out what exists, or show what was. So nothing counts as gone, and no maximum as smaller, because a list
 * says so: what an earlier reading or a write of Headroom proves is asked for by name before a reading is believed.
 */

type Lists = Pick<Snapshot, 'services' | 'endpoints'>;

/** Something to ask for by name, because a reading shows less of it than is known. */
export type Doubt =
  /** It is not listed. */
  | { readonly kind: 'service'; readonly service: string }
  /** The listed service no longer uses the endpoint. */
  | { readonly kind: 'integration'; readonly service: string; readonly endpointId: string }
  | {
      readonly kind: 'endpoint';
      readonly id: string;
      /** As listed; undefined if it is not. */
      readonly listed: Endpoint | undefined;
      /** Whether a listed service uses it and Headroom manages it, so that it must exist. */
      readonly mustExist: boolean;
    };

/** What Headroom last wrote in a project, as it was read back. */
export interface Written {
  readonly services: readonly Pick<LastApplied, 'service' | 'endpointId' | 'endpointName' | 'maximum' | 'attached'>[];
  /** Ids of endpoints and integrations whose deletion was confirmed. */
  readonly deleted?: readonly string[];
}

interface Use {
  readonly service: string;
  readonly endpointId: string;
}

/** What the last reading and the last writes prove: where they differ, the writes are newer. */
const provenBy = (before: Lists | undefined, { services: applied, deleted = [] }: Written) => {
  const isDeleted = new Set(deleted);
  const written = applied.filter(({ endpointId }) => !isDeleted.has(endpointId));
  const rewritten = new Set(written.map(({ endpointName: name }) => name));
  const endpoints = new Map<string, Endpoint>(
    (before?.endpoints ?? [])
      .filter(({ id, name }) => !isDeleted.has(id) && !rewritten.has(name))
      .map((endpoint) => [endpoint.id, endpoint]),
  );
  const uses: Use[] = (before?.services ?? []).flatMap(({ name, integrations }) =>
    integrations
      .filter(({ id, endpointId }) => !isDeleted.has(id) && endpoints.has(endpointId))
      .map(({ endpointId }) => ({ service: name, endpointId })),
  );
  for (const { service, endpointId, endpointName: name, maximum, attached } of written) {
    endpoints.set(endpointId, { id: endpointId, name, maximum });
    if (attached) uses.push({ service, endpointId });
  }
  const services = new Set([
    ...(before?.services ?? []).map(({ name }) => name),
    ...written.map(({ service }) => service),
  ]);
  const managed = new Set(written.map(({ endpointId }) => endpointId));
  return { services, uses, endpoints, isManaged: ({ id, name }: Endpoint) => isOurs(name) || managed.has(id) };
};

/** Whether a listed maximum allows less than the known one; maximums of different kinds are not compared. */
const isLess = ({ maximum: proven }: Endpoint, { maximum: now }: Endpoint): boolean =>
  proven.kind === now.kind && proven.gb !== null && (now.gb === null || now.gb < proven.gb);

/** Services whose endpoint is listed unused for the first time: it may be the service that the list leaves out. */
const behindSpare = (before: Lists | undefined, now: Lists, used: ReadonlySet<string>): string[] => {
  const listedBefore = new Set(before?.endpoints.map(({ id }) => id));
  const claimed = new Set(now.services.map(({ name }) => endpointName(name)));
  return now.endpoints
    .filter(({ id, name }) => isOurs(name) && !used.has(id) && !claimed.has(name) && !listedBefore.has(id))
    .flatMap(({ name }) => serviceNamedBy(name) ?? []);
};

/**
 * What to ask for by name before a reading of a project is believed; empty for a reading that shows all that is known.
 * @param before the last reading that was believed; undefined without one
 * @param written the last writes in the project
 */
export const doubtsOf = (before: Lists | undefined, written: Written, now: Lists): Doubt[] => {
  const proven = provenBy(before, written);
  const usesOf = new Map(
    now.services.map(({ name, integrations: own }) => [name, new Set(own.map(({ endpointId }) => endpointId))]),
  );
  const used = new Set([...usesOf.values()].flatMap((ids) => [...ids]));
  const listed = new Map(now.endpoints.map((endpoint) => [endpoint.id, endpoint]));
  const missing = [...proven.services].filter((name) => !usesOf.has(name));
  const doubts: Doubt[] = [...new Set([...missing, ...behindSpare(before, now, used)])].map((service) => ({
    kind: 'service',
    service,
  }));
  for (const use of proven.uses) {
    if (usesOf.get(use.service)?.has(use.endpointId) === false) doubts.push({ kind: 'integration', ...use });
  }
  const managed = [...proven.endpoints.values()].filter(proven.isManaged).map(({ id }) => id);
  for (const id of new Set([...used, ...managed])) {
    const [last, now] = [proven.endpoints.get(id), listed.get(id)];
    if (now !== undefined && (last === undefined || !isLess(last, now))) continue;
    const mustExist = used.has(id) && last !== undefined && proven.isManaged(last);
    doubts.push({ kind: 'endpoint', id, listed: now, mustExist });
  }
  return doubts;
};

/** Why an answer to a doubt proves that a list was not whole, as the end of a sentence; null if it confirms the list. */
export const contradiction = (
  doubt: Doubt,
  found: { readonly maximum?: Endpoint['maximum'] } | undefined,
): string | null => {
  switch (doubt.kind) {
    case 'service':
      return found === undefined ? null : `service ${doubt.service} exists and is not listed`;
    case 'integration':
      return found === undefined
        ? null
        : `service ${doubt.service} uses endpoint ${doubt.endpointId}, which its list omits`;
    case 'endpoint': {
      const { id, listed, mustExist } = doubt;
      if (found === undefined) return mustExist ? `endpoint ${id} is used and does not exist` : null;
      if (listed === undefined) return `endpoint ${id} exists and is not listed`;
      const { kind, gb } = listed.maximum;
      const isSame = found.maximum?.kind === kind && found.maximum.gb === gb;
      return isSame ? null : `endpoint ${id} is listed with another maximum than it has`;
    }
  }
};
