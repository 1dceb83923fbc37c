import type { Decision } from '../model/decision.ts';
import { type ServiceName, serviceKey } from '../model/grouping.ts';
import type { Snapshot } from '../model/model.ts';
import { effectiveTags } from './effective-tags.ts';

/** Owner of findings without a known owner. */
export const unowned = 'unowned';

/** The tags of a snapshot. */
export type Tagged = Pick<Snapshot, 'project' | 'tags'> & {
  readonly services: readonly Pick<Snapshot['services'][number], 'name' | 'tags'>[];
};

/**
 * Returns the owner of a place: the value of the owner tag (of the service, else of its project), else the name of the
 * rule that decided about the service, else `unowned`.
 * @param ownerTag exact key of the tag
 */
export const ownerBy = (
  snapshots: readonly Tagged[],
  decisions: readonly Decision[],
  ownerTag: string,
): ((service: ServiceName) => string) => {
  const owners = new Map(decisions.map((decision) => [serviceKey(decision), decision.rule]));
  for (const { project, tags, services } of snapshots) {
    for (const { name, serviceTags } of [
      { name: '', serviceTags: {} },
      ...services.map((service) => ({ name: service.name, serviceTags: service.tags })),
    ]) {
      const owner = effectiveTags(tags, serviceTags).get(ownerTag)?.value.trim();
      if (owner) owners.set(serviceKey({ project, service: name }), owner);
    }
  }
  return (service) => owners.get(serviceKey(service)) || unowned;
};
