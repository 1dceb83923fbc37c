import type { Decision } from '../model/decision.ts';
import { byText, type ServiceName, serviceKey } from '../model/grouping.ts';
import type { Snapshot, Tags } from '../model/model.ts';

/** A tag and whether the project or the service has it. */
export interface EffectiveTag {
  readonly value: string;
  readonly from: 'project' | 'service';
}

/** By tag key. A map, because a key may equal an inherited object property such as `constructor`. */
export type EffectiveTags = ReadonlyMap<string, EffectiveTag>;

/** Merges project and service tags; a service tag overrides the project tag of the same key. */
export const effectiveTags = (project: Tags, service: Tags): Map<string, EffectiveTag> => {
  const tags = new Map<string, EffectiveTag>();
  for (const key of Object.keys(project)) tags.set(key, { value: project[key] ?? '', from: 'project' });
  for (const key of Object.keys(service)) tags.set(key, { value: service[key] ?? '', from: 'service' });
  return tags;
};

/** A tag as `explain` shows it. */
export interface SeenTag extends EffectiveTag {
  readonly key: string;
  /** Value of the project tag that the service tag overrides; absent when there is none. */
  readonly insteadOf?: string;
}

/** All effective tags, by key. */
export const seenTags = (all: EffectiveTags, project: Tags): SeenTag[] =>
  [...all]
    .map(([key, tag]): SeenTag => {
      const hides = tag.from === 'service' && Object.hasOwn(project, key);
      return hides ? { key, ...tag, insteadOf: project[key] } : { key, ...tag };
    })
    .sort((a, b) => byText(a.key, b.key));

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
