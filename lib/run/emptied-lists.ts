import { parseSeenLists, seenListsText } from '../contract/seen-lists-schema.ts';
import { judgeLook } from '../core/emptied-lists.ts';
import { isOurs } from '../core/endpoint-name.ts';
import type { UnreadProject } from '../core/model.ts';
import type { Store } from '../ports.ts';
import { readLeft } from './left.ts';
import { keys, type SurveyObject } from './objects.ts';

/** Name under which a report tells of a project whose lists are in doubt. */
const emptiedList = 'ListEmptied';

/**
 * Holds what a run has read of a project against what earlier ones counted there, and remembers what it counted itself.
 * @returns what to note of a project that is not believed, so that nothing in it is changed; undefined when it is
 * @throws StoreUnavailable
 */
export const doubtOf = async (
  store: Store,
  runId: string,
  project: string,
  { services, endpoints }: SurveyObject,
): Promise<UnreadProject | undefined> => {
  const key = keys.seenLists(project);
  const stored = await store.get(key);
  const before = stored && parseSeenLists(stored.body);
  const names = new Set(services.map(({ name }) => name));
  // Only a list that came back empty is held against what was left, so that no other look reads more.
  const left = endpoints.length === 0 && (before?.endpoints ?? 0) > 0 ? await readLeft(store, project) : [];
  const { doubt, seen } = judgeLook(
    {
      runId,
      services: services.length,
      endpoints: endpoints.length,
      ours: endpoints.filter(({ name }) => isOurs(name)).length,
      integrations: services.reduce((sum, { integrations }) => sum + integrations.length, 0),
      leftWithEndpoint: left.filter(({ service }) => names.has(service)).length,
    },
    before,
  );
  const body = seenListsText(seen);
  if (body !== stored?.body) await store.put(key, body);
  return doubt === null ? undefined : { project, error: emptiedList, message: doubt };
};
