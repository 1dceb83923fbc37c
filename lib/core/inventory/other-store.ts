import { type Finding, findingAt } from '../model/decision.ts';
import { dayMs } from '../model/durations.ts';
import type { Endpoint, Snapshot } from '../model/model.ts';
import { counted, namesText } from '../model/visible-text.ts';
import { endpointName, isOurs } from '../service/endpoint-name.ts';
import type { LastApplied } from '../service/last-applied.ts';

/**
 * Signs of a second store for the same organization. The platform keeps no owner of an endpoint, and its name must stay the
 * same for every store, so a store recognizes another one by endpoints of Headroom that it did not create itself.
 */

/** Endpoints of Headroom that appeared while no run of this store created them, with the time (ISO 8601, UTC). */
type Appeared = Readonly<Record<string, string>>;

/** Time for which such an endpoint is reported: each one that follows begins it anew. */
const reportedMs = 7 * dayMs;

/** The last reading of a project by this store. */
interface EarlierReading {
  readonly endpoints: readonly Pick<Endpoint, 'name'>[];
  readonly appeared?: Appeared;
  /** Services to which runs of this store may have granted a maximum since; absent if there are none. */
  readonly granted?: readonly { readonly service: string }[];
}

/** The endpoints that count as created elsewhere; none without an earlier reading, because then all of them are new. */
export const appearedIn = (
  before: EarlierReading | undefined,
  endpoints: readonly Pick<Endpoint, 'name'>[],
  now: string,
): Appeared => {
  if (before === undefined) return {};
  const listedBefore = new Set(before.endpoints.map(({ name }) => name));
  const own = new Set(before.granted?.map(({ service }) => endpointName(service)));
  const isReported = (at: string | undefined) => at !== undefined && Date.parse(now) - Date.parse(at) < reportedMs;
  const entries = endpoints.flatMap(({ name }): [string, string][] => {
    const at = before.appeared?.[name];
    if (at !== undefined) return isReported(at) ? [[name, at]] : [];
    return isOurs(name) && !listedBefore.has(name) && !own.has(name) ? [[name, now]] : [];
  });
  return Object.fromEntries(entries);
};

/** Endpoints that the finding names at most. */
const mostNames = 3;

/**
 * The finding about such endpoints of a project.
 * @param applied endpoints whose state this store has applied: a list that was incomplete for a time shows them again
 */
export const otherStoreFinding = (
  { project, appeared = {} }: Pick<Snapshot, 'project' | 'appeared'>,
  applied: readonly Pick<LastApplied, 'endpointName'>[] = [],
): Finding[] => {
  const own = new Set(applied.map(({ endpointName: name }) => name));
  const names = Object.keys(appeared)
    .filter((name) => !own.has(name))
    .sort();
  if (names.length === 0) return [];
  const message =
    `${counted(names.length, 'endpoint')} of Headroom appeared that this store did not create: ${namesText(names, mostNames)}. ` +
    'Another store or deployment probably serves this organization: the two spend each budget twice and undo ' +
    "each other's changes. Keep one, and end the other: headroom mode stop, with its --store or --stack. " +
    'The finding ends a week after the last such endpoint.';
  return [findingAt({ project, service: '' }, 'other-store', message)];
};
