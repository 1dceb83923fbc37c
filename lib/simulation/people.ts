import { drawnService } from './organization.ts';
import { drawsOf } from './random.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;

/** What people do to an organization from outside Headroom, as data: who it is done to never depends on Headroom. */
export type Change =
  | { readonly kind: 'service-created'; readonly project: string; readonly service: string }
  | { readonly kind: 'service-deleted'; readonly project: string; readonly service: string }
  | { readonly kind: 'service-retagged'; readonly project: string; readonly service: string; readonly tags: Tags }
  | { readonly kind: 'service-powered'; readonly project: string; readonly service: string; readonly on: boolean }
  | { readonly kind: 'growth-changed'; readonly project: string; readonly service: string; readonly gbPerDay: number }
  | { readonly kind: 'cleaned-up'; readonly project: string; readonly service: string; readonly share: number }
  | { readonly kind: 'filled'; readonly project: string; readonly service: string; readonly share: number }
  | { readonly kind: 'maximum-edited'; readonly project: string; readonly service: string; readonly gb: number }
  | { readonly kind: 'integration-deleted'; readonly project: string; readonly service: string }
  | { readonly kind: 'autoscaler-added'; readonly project: string; readonly service: string; readonly gb: number }
  | { readonly kind: 'policy-edited'; readonly version: number }
  | { readonly kind: 'mode-set'; readonly mode: 'observe' | 'enforce' | 'stop' };

type Tags = Readonly<Record<string, string>>;

export interface TimedChange {
  readonly atMs: number;
  readonly change: Change;
}

/** How many things of each kind happen on a day, on average, for each service. */
const perService = {
  'service-deleted': 0.004,
  'service-retagged': 0.01,
  'service-powered': 0.005,
  'growth-changed': 0.05,
  'cleaned-up': 0.02,
  filled: 0.01,
  'maximum-edited': 0.008,
  'integration-deleted': 0.006,
  'autoscaler-added': 0.003,
} as const;

const growths = [0, 0.1, 0.5, 2, 8, 25] as const;

const tagSets: readonly Tags[] = [
  {},
  { 'disk-autoscaler': 'off' },
  { 'disk-autoscaler-max-gb': '40' },
  { 'disk-autoscaler-max-gb': '0' },
  { 'disk-autoscaler-exempt': '2026-06-30' },
  { team: 'search' },
];

/** Names of an organization's services as people know them, by project. */
export type Register = Map<string, Set<string>>;

/** Draws what people do on a day, and keeps the register up to date. The same seed gives the same days. */
export const changesOf = (seed: number, day: number, startMs: number, register: Register): TimedChange[] => {
  const draws = drawsOf(seed, 'people', day);
  const changes: TimedChange[] = [];
  const at = () => startMs + day * dayMs + draws.below(dayMs);
  const add = (change: Change) => changes.push({ atMs: at(), change });
  for (const [project, services] of register) {
    for (const service of [...services]) {
      const own = drawsOf(seed, 'people', day, project, service);
      const target = { project, service };
      if (own.chance(perService['service-deleted'])) {
        services.delete(service);
        add({ kind: 'service-deleted', ...target });
        continue;
      }
      if (own.chance(perService['service-retagged']))
        add({ kind: 'service-retagged', ...target, tags: own.one(tagSets) });
      if (own.chance(perService['service-powered'])) add({ kind: 'service-powered', ...target, on: own.chance(0.7) });
      if (own.chance(perService['growth-changed']))
        add({ kind: 'growth-changed', ...target, gbPerDay: own.one(growths) });
      if (own.chance(perService['cleaned-up'])) add({ kind: 'cleaned-up', ...target, share: own.fraction() });
      if (own.chance(perService.filled)) add({ kind: 'filled', ...target, share: 0.7 + 0.3 * own.fraction() });
      if (own.chance(perService['maximum-edited'])) add({ kind: 'maximum-edited', ...target, gb: own.between(0, 250) });
      if (own.chance(perService['integration-deleted'])) add({ kind: 'integration-deleted', ...target });
      if (own.chance(perService['autoscaler-added']))
        add({ kind: 'autoscaler-added', ...target, gb: own.between(10, 90) });
    }
    if (draws.chance(0.12)) {
      const service = `n${day}`;
      services.add(service);
      add({ kind: 'service-created', project, service });
    }
  }
  if (draws.chance(0.12)) add({ kind: 'policy-edited', version: day });
  if (draws.chance(0.04)) {
    add({ kind: 'mode-set', mode: draws.one(['observe', 'stop']) });
    changes.push({ atMs: at() + hourMs * draws.between(1, 30), change: { kind: 'mode-set', mode: 'enforce' } });
  }
  return changes.sort((a, b) => a.atMs - b.atMs);
};

/** A service that people create: drawn by its name, like those of the first day. */
export const createdService = (seed: number, project: string, service: string) => drawnService(seed, project, service);
