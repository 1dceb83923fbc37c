import { dayOf, withDay, withEmptied } from '../../core/forecast/project-history.ts';
import { judgeLook } from '../../core/service/emptied-lists.ts';
import { isOurs } from '../../core/service/endpoint-name.ts';
import type { LastApplied } from '../../core/service/last-applied.ts';
import type { StorePorts } from '../../ports.ts';
import { readHistory } from '../store/histories.ts';
import { keys } from '../store/keys.ts';
import { readIfWhole, writeObject } from '../store/objects.ts';
import type { SurveyObject } from '../store/run-objects.ts';

/** What a run has read of a project. */
export interface Looked extends SurveyObject {
  readonly runId: string;
  readonly project: string;
}

/**
 * Notes in the history of a project what a run has read there: what is provisioned, at the first look of the day, and
 * whether a list came back empty that should not. Other looks write nothing. Two looks at the same time may both write,
 * and write the same.
 * @returns why what was read is not believed, so that nothing may be decided by it; null when it is
 * @throws StoreUnavailable
 */
export const noteLook = async (
  { store, clock }: StorePorts,
  { runId, project, services, endpoints }: Looked,
): Promise<string | null> => {
  const before = await readHistory(store, project);
  const names = new Set(services.map(({ name }) => name));
  // Only a list that came back empty is held against what was left, so that no other look reads more.
  const left =
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
    leftWithEndpoint: left.filter(({ service }) => names.has(service)).length,
  };
  const { doubt, emptied } = judgeLook(look, before.emptied ?? null);
  const noted = withEmptied(before, emptied);
  const after = doubt === null ? withDay(noted, dayOf(clock.now()), services) : noted;
  if (after !== before) await writeObject(store, keys.history(project), after);
  return doubt;
};
