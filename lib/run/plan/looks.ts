import { dayOf, withDay, withEmptied } from '../../core/forecast/project-history.ts';
import { judgeLook } from '../../core/service/emptied-lists.ts';
import { isOurs } from '../../core/service/endpoint-name.ts';
import type { LastApplied } from '../../core/service/last-applied.ts';
import type { StorePorts } from '../../ports.ts';
import { readHistory } from '../store/histories.ts';
import { keys } from '../store/keys.ts';
import { readIfWhole, writeObject } from '../store/objects.ts';
import type { SurveyObject } from '../store/run-objects.ts';

/** Lists of a project as a run has read them. */
export interface Looked extends SurveyObject {
  readonly runId: string;
  readonly project: string;
}

/**
 * Records a survey in the project's history: the provisioned sizes at the first survey of the day, and lists that are
 * unexpectedly empty. Other surveys write nothing. Two concurrent surveys may both write, with the same content.
 * @returns the reason to distrust the lists, so that no decision may use them; null if they are plausible
 * @throws StoreUnavailable
 */
export const noteLook = async (
  { store, clock }: StorePorts,
  { runId, project, services, endpoints }: Looked,
): Promise<string | null> => {
  const before = await readHistory(store, project);
  const names = new Set(services.map(({ name }) => name));
  // Only an empty list is compared with the last applied state, so that other surveys need no extra read.
  const lastApplied =
    endpoints.length === 0 && names.size > 0
      ? ((await readIfWhole<{ readonly services: readonly LastApplied[] }>(store, keys.lastApplied(project)))
          ?.services ?? [])
      : [];
  const look = {
    runId,
    services: services.length,
    endpoints: endpoints.length,
    ours: endpoints.filter(({ name }) => isOurs(name)).length,
    integrations: services.reduce((sum, { integrations }) => sum + integrations.length, 0),
    knownServices: before.services.length,
    leftWithEndpoint: lastApplied.filter(({ service }) => names.has(service)).length,
  };
  const { doubt, emptied } = judgeLook(look, before.emptied ?? null);
  const marked = withEmptied(before, emptied);
  const after = doubt === null ? withDay(marked, dayOf(clock.now()), services) : marked;
  if (after !== before) await writeObject(store, keys.history(project), after);
  return doubt;
};
