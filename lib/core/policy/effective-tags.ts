import type { Tags } from '../model/model.ts';

/** A tag as policy sees it, and whose it is. */
export interface EffectiveTag {
  readonly value: string;
  readonly from: 'project' | 'service';
}

/** By tag key. A map, because a tag key may bear a name that every object has. */
export type EffectiveTags = ReadonlyMap<string, EffectiveTag>;

/** Project tags are defaults; a service tag of the same key takes their place. */
export const effectiveTags = (project: Tags, service: Tags): Map<string, EffectiveTag> => {
  const tags = new Map<string, EffectiveTag>();
  for (const key of Object.keys(project)) tags.set(key, { value: project[key] ?? '', from: 'project' });
  for (const key of Object.keys(service)) tags.set(key, { value: service[key] ?? '', from: 'service' });
  return tags;
};
