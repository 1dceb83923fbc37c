import { dayMs, hourMs } from '../../core/model/durations.ts';
import { type Draws, drawsOf } from '../engine/random.ts';

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

type ServiceChange = Extract<Change, { service: string }>;
type Target = Pick<ServiceChange, 'project' | 'service'>;

/** How often each thing happens to a service on a day, and how it is drawn; a deletion comes first and is the last. */
const habits: readonly (readonly [probability: number, draw: (draws: Draws, target: Target) => ServiceChange])[] = [
  [0.004, (_, target) => ({ kind: 'service-deleted', ...target })],
  [0.01, (draws, target) => ({ kind: 'service-retagged', ...target, tags: draws.one(tagSets) })],
  [0.005, (draws, target) => ({ kind: 'service-powered', ...target, on: draws.chance(0.7) })],
  [0.05, (draws, target) => ({ kind: 'growth-changed', ...target, gbPerDay: draws.one(growths) })],
  [0.02, (draws, target) => ({ kind: 'cleaned-up', ...target, share: draws.fraction() })],
  [0.01, (draws, target) => ({ kind: 'filled', ...target, share: 0.7 + 0.3 * draws.fraction() })],
  [0.008, (draws, target) => ({ kind: 'maximum-edited', ...target, gb: draws.between(0, 250) })],
  [0.006, (_, target) => ({ kind: 'integration-deleted', ...target })],
  [0.003, (draws, target) => ({ kind: 'autoscaler-added', ...target, gb: draws.between(10, 90) })],
];

/** What happens to one service on a day. */
const changesOfService = (draws: Draws, target: Target): ServiceChange[] => {
  const changes = habits.filter(([probability]) => draws.chance(probability)).map(([, draw]) => draw(draws, target));
  const [first] = changes;
  return first?.kind === 'service-deleted' ? [first] : changes;
};

/** What people do to the settings of Headroom on a day. */
const changesOfSettings = (draws: Draws, day: number, at: () => number): TimedChange[] => {
  const edited: TimedChange[] = draws.chance(0.12)
    ? [{ atMs: at(), change: { kind: 'policy-edited', version: day } }]
    : [];
  if (!draws.chance(0.04)) return edited;
  const atMs = at();
  const backMs = atMs + hourMs * draws.between(1, 30);
  return [
    ...edited,
    { atMs, change: { kind: 'mode-set', mode: draws.one(['observe', 'stop']) } },
    { atMs: backMs, change: { kind: 'mode-set', mode: 'enforce' } },
  ];
};

/** Draws what people do on a day, and keeps the register up to date. The same seed gives the same days. */
export const changesOf = (seed: number, day: number, startMs: number, register: Register): TimedChange[] => {
  const draws = drawsOf(seed, 'people', day);
  const at = () => startMs + day * dayMs + draws.below(dayMs);
  const changes: TimedChange[] = [];
  for (const [project, services] of register) {
    for (const service of [...services]) {
      for (const change of changesOfService(drawsOf(seed, 'people', day, project, service), { project, service })) {
        if (change.kind === 'service-deleted') services.delete(service);
        changes.push({ atMs: at(), change });
      }
    }
    if (!draws.chance(0.12)) continue;
    const service = `n${day}`;
    services.add(service);
    changes.push({ atMs: at(), change: { kind: 'service-created', project, service } });
  }
  return [...changes, ...changesOfSettings(draws, day, at)].sort((a, b) => a.atMs - b.atMs);
};
