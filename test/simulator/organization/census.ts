import { createHash } from 'node:crypto';
import type { Edge } from '../../../lib/platform/index.ts';
import type { Project } from '../../../lib/platform/state/state.ts';

/**
 * Counts what people made of an organization, as the platform has it and without anything that Headroom may change:
 * projects, services, owners, plans and growth, but neither disks nor autoscalers.
 */
export interface Census {
  readonly note: () => void;
  /** Hash of all that was noted. */
  readonly hash: () => string;
}

const recordOf = ({ name, tags, services }: Project) => ({
  name,
  tags,
  services: [...services.values()].map((service) => ({
    name: service.name,
    createdMs: service.createdMs,
    type: service.type,
    plan: service.plan,
    cloud: service.cloud,
    state: service.state,
    tags: service.tags,
    growthMbPerDay: service.growthMbPerDay,
  })),
});

export const createCensus = ({ state }: Edge): Census => {
  const days: string[] = [];
  const sha256 = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex');
  return {
    note: () => void days.push(sha256([...state.projects.values()].map(recordOf))),
    hash: () => sha256(days),
  };
};
