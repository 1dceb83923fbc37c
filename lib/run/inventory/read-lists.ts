import { dayOf, emptyHistory, type ProjectHistory, withDay, withEmptied } from '../../core/forecast/project-history.ts';
import { judgeLists } from '../../core/service/emptied-lists.ts';
import { isOurs } from '../../core/service/endpoint-name.ts';
import type { LastApplied } from '../../core/service/last-applied.ts';
import type { StorePorts } from '../../ports.ts';
import { keys } from '../store/keys.ts';
import { readIfWhole, updateObject } from '../store/objects.ts';
import type { SurveyObject } from '../store/run-objects.ts';

/** Lists of a project as a run has read them. */
export interface ReadLists extends SurveyObject {
  readonly runId: string;
  readonly project: string;
}

/**
 * Records a survey in the project's history: the provisioned sizes at the first survey of the day, and lists that are
 * unexpectedly empty. Other surveys write nothing. What another run notes at the same time stays.
 * @returns the reason to distrust the lists, so that no decision may use them; null if they are plausible
 * @throws StoreUnavailable
 */
export const noteLists = async (
  { store, clock }: StorePorts,
  { runId, project, services, endpoints }: ReadLists,
): Promise<string | null> => {
  const names = new Set(services.map(({ name }) => name));
  // Only an empty list is compared with the last applied state, so that other surveys need no extra read.
  const lastApplied =
    endpoints.length === 0 && names.size > 0
      ? ((await readIfWhole<{ readonly services: readonly LastApplied[] }>(store, keys.applied(project)))?.services ??
        [])
      : [];
  const sizesWith = (knownServices: number) => ({
    runId,
    services: services.length,
    endpoints: endpoints.length,
    ours: endpoints.filter(({ name }) => isOurs(name)).length,
    integrations: services.reduce((sum, { integrations }) => sum + integrations.length, 0),
    knownServices,
    leftWithEndpoint: lastApplied.filter(({ service }) => names.has(service)).length,
  });
  let doubt: string | null = null;
  await updateObject<ProjectHistory>(store, keys.history(project), (before = emptyHistory) => {
    const judged = judgeLists(sizesWith(before.services.length), before.emptied ?? null);
    doubt = judged.doubt;
    const marked = withEmptied(before, judged.emptied);
    const after = doubt === null ? withDay(marked, dayOf(clock.now()), services) : marked;
    return after === before ? undefined : after;
  });
  return doubt;
};
