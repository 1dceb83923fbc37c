import type { Decision } from '../model/decision.ts';
import { serviceKey } from '../model/grouping.ts';
import type { Snapshot } from '../model/model.ts';
import { effectiveTags } from './effective-tags.ts';

/** What is found where nobody can be named is told under this word. */
export const unowned = 'unowned';

/** Where something was found; `service` is empty for a project as a whole, `project` too for what spans projects. */
export interface Place {
  readonly project: string;
  readonly service: string;
}

/** As much of a snapshot as says whose things are. */
export type Tagged = Pick<Snapshot, 'project' | 'tags'> & {
  readonly services: readonly Pick<Snapshot['services'][number], 'name' | 'tags'>[];
};

/**
 * Tells who owns a place: the value of the owner tag (of the service, else of its project), else the name of the rule that
 * decided about the service, else `unowned`.
 * @param ownerTag key of the tag, exact
 */
export const ownerBy = (
  snapshots: readonly Tagged[],
  decisions: readonly Decision[],
  ownerTag: string,
): ((place: Place) => string) => {
  const owners = new Map(decisions.map((decision) => [serviceKey(decision), decision.rule]));
  for (const { project, tags, services } of snapshots) {
    for (const { name, own } of [
      { name: '', own: {} },
      ...services.map((one) => ({ name: one.name, own: one.tags })),
    ]) {
      const owner = effectiveTags(tags, own).get(ownerTag)?.value.trim();
      if (owner) owners.set(serviceKey({ project, service: name }), owner);
    }
  }
  return (place) => owners.get(serviceKey(place)) || unowned;
};
