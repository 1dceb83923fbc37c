import type { Tags } from '../model/model.ts';

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
