import { ListIncomplete, PlatformNotFound } from '../../contract/errors.ts';
import { isNoted } from '../../core/inventory/contents.ts';
import { contradiction, type Doubt, doubtsOf, type Written } from '../../core/inventory/doubts.ts';
import { isOdd } from '../../core/inventory/odd-records.ts';
import type { Endpoint, Snapshot } from '../../core/model/model.ts';
import type { Platform, Store } from '../../ports.ts';
import { keys } from '../store/keys.ts';
import { readIfWhole } from '../store/objects.ts';
import type { InventoryRecord } from '../store/run-objects.ts';

type Asked = Pick<Platform, 'getService' | 'getEndpoint' | 'listServiceIntegrations'>;

const usesOf = async (platform: Asked, project: string, service: string) => {
  try {
    return await platform.listServiceIntegrations(project, service);
  } catch (error) {
    // It was deleted since its project was listed.
    if (error instanceof PlatformNotFound) return [];
    throw error;
  }
};

/** What the platform says of a doubt when it is asked by name; undefined if it is not there. */
const found = async (platform: Asked, project: string, doubt: Doubt) => {
  switch (doubt.kind) {
    case 'service':
      return (await platform.getService(project, doubt.service)) && {};
    case 'endpoint':
      return platform.getEndpoint(project, doubt.id);
    case 'integration': {
      const uses = await usesOf(platform, project, doubt.service);
      return uses.some(({ endpointId }) => endpointId === doubt.endpointId) ? {} : undefined;
    }
  }
};

const unlistedEndpoint = async (platform: Asked, project: string, doubt: Doubt): Promise<Endpoint | undefined> =>
  doubt.kind === 'endpoint' && doubt.listed === undefined ? platform.getEndpoint(project, doubt.id) : undefined;

const nothingWritten: Written = { services: [] };

/** The doubts about a reading. What runs wrote is looked up only if it may matter, because most readings show all that was. */
const doubtsAbout = async (
  store: Store,
  project: string,
  before: InventoryRecord | undefined,
  now: Pick<Snapshot, 'services' | 'endpoints'>,
): Promise<Doubt[]> => {
  const isSettled = before !== undefined && !isNoted(before);
  if (isSettled && doubtsOf(before, nothingWritten, now).length === 0) return [];
  return doubtsOf(before, (await readIfWhole<Written>(store, keys.applied(project))) ?? nothingWritten, now);
};

/**
 * Asks by name for what a reading no longer shows, or shows smaller, before it is believed: one call for each. A deletion that
 * Headroom has confirmed is not asked about.
 * @param before the last reading that was believed
 * @returns the endpoints, where those that the list shows in a form that cannot be read are as they are by name
 * @throws ListIncomplete if the platform has what its lists omit; platform errors
 */
export const askByName = async (
  { platform, store }: { readonly platform: Asked; readonly store: Store },
  project: string,
  before: InventoryRecord | undefined,
  now: Pick<Snapshot, 'services' | 'endpoints'>,
): Promise<Endpoint[]> => {
  const read = now.endpoints.filter((endpoint) => !isOdd(endpoint));
  const isPart = read.length < now.endpoints.length;
  for (const doubt of await doubtsAbout(store, project, before, now)) {
    const shownOddly = isPart ? await unlistedEndpoint(platform, project, doubt) : undefined;
    if (shownOddly !== undefined) {
      read.push(shownOddly);
      continue;
    }
    const why = contradiction(doubt, await found(platform, project, doubt));
    if (why !== null) throw new ListIncomplete(`the lists of the project are not whole: ${why}`);
  }
  return read;
};
