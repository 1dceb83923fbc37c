import { dayMs, hourMs, minuteMs } from '../../../lib/core/model/durations.ts';
import { type Draws, drawsOf } from '../engine/random.ts';
import { plans } from './catalogue.ts';
import { turnsOn } from './growth.ts';
import { drawnOwner, drawnService } from './services.ts';

/** What people do to an organization from outside Headroom, as data: who it is done to never depends on Headroom. */
export type Change =
  | { readonly kind: 'project-created'; readonly project: string; readonly tags: Tags }
  | { readonly kind: 'project-deleted'; readonly project: string }
  | { readonly kind: 'project-retagged'; readonly project: string; readonly tags: Tags }
  | { readonly kind: 'service-created'; readonly project: string; readonly service: string }
  | { readonly kind: 'service-deleted'; readonly project: string; readonly service: string }
  | { readonly kind: 'service-retagged'; readonly project: string; readonly service: string; readonly tags: Tags }
  | { readonly kind: 'service-powered'; readonly project: string; readonly service: string; readonly on: boolean }
  | { readonly kind: 'service-moved'; readonly project: string; readonly service: string; readonly plan: string }
  | { readonly kind: 'disk-resized'; readonly project: string; readonly service: string; readonly steps: number }
  | { readonly kind: 'storage-removed'; readonly project: string; readonly service: string }
  | { readonly kind: 'maintenance-started'; readonly project: string; readonly service: string }
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

/** Tags that people set, on an organization that began at this moment. */
const tagSets = (draws: Draws, startMs: number): Tags => {
  const owner = drawnOwner(draws);
  const day = new Date(startMs + draws.between(0, 200) * dayMs).toISOString().slice(0, 10);
  return draws.one([
    {},
    owner,
    owner,
    { ...owner, 'disk-autoscaler': 'off' },
    { ...owner, 'disk-autoscaler-max-gb': '40' },
    { 'disk-autoscaler-max-gb': '0' },
    { ...owner, 'disk-autoscaler-exempt': day },
  ]);
};

/** Names of an organization's services as people know them, by project. */
export type Register = Map<string, Set<string>>;

export type ServiceChange = Extract<Change, { service: string }>;
export type ProjectChange = Extract<Change, { kind: `project-${string}` }>;
type Target = Pick<ServiceChange, 'project' | 'service'>;

type Habit = (draws: Draws, target: Target, seed: number, startMs: number) => ServiceChange;

const moved: Habit = (draws, target, seed) => {
  const { type } = drawnService(seed, target.project, target.service);
  const plan = draws.one(plans.filter((offered) => offered.type === type)).name;
  return { kind: 'service-moved', ...target, plan };
};

/** How often each thing happens to a service on a day, and how it is drawn; a deletion comes first and is the last. */
const habits: readonly (readonly [probability: number, draw: Habit])[] = [
  [0.004, (_, target) => ({ kind: 'service-deleted', ...target })],
  [0.01, (draws, target, _, startMs) => ({ kind: 'service-retagged', ...target, tags: tagSets(draws, startMs) })],
  [0.005, (draws, target) => ({ kind: 'service-powered', ...target, on: draws.chance(0.7) })],
  [0.004, moved],
  [0.004, (draws, target) => ({ kind: 'disk-resized', ...target, steps: draws.between(1, 4) })],
  [0.02, (draws, target) => ({ kind: 'growth-changed', ...target, gbPerDay: draws.one(growths) })],
  [0.01, (draws, target) => ({ kind: 'cleaned-up', ...target, share: draws.fraction() })],
  [0.01, (draws, target) => ({ kind: 'filled', ...target, share: 0.7 + 0.3 * draws.fraction() })],
  [0.008, (draws, target) => ({ kind: 'maximum-edited', ...target, gb: draws.between(0, 250) })],
  [0.006, (_, target) => ({ kind: 'integration-deleted', ...target })],
  [0.003, (draws, target) => ({ kind: 'autoscaler-added', ...target, gb: draws.between(10, 90) })],
];

/** What people do to one service on a day. */
const changesOfService = (draws: Draws, target: Target, seed: number, startMs: number): ServiceChange[] => {
  const changes = habits
    .filter(([probability]) => draws.chance(probability))
    .map(([, draw]) => draw(draws, target, seed, startMs));
  const [first] = changes;
  return first?.kind === 'service-deleted' ? [first] : changes;
};

/** What infrastructure code does: for some days of every 60 it sets the value in its files again every few hours. */
const changesByCode = (seed: number, target: Target, startMs: number, day: number): TimedChange[] => {
  const draws = drawsOf(seed, 'code', target.project, target.service);
  if (!draws.chance(0.06)) return [];
  const [from, days, everyHours] = [draws.below(40), draws.between(3, 20), draws.between(3, 9)];
  if (day % 60 < from || day % 60 >= from + days) return [];
  const gb = draws.between(0, 200);
  const kind = draws.one(['maximum-edited', 'autoscaler-added'] as const);
  const moments = Array.from({ length: Math.floor(24 / everyHours) }, (_, n) => n * everyHours * hourMs);
  return moments.map((ms) => ({ atMs: startMs + day * dayMs + ms, change: { kind, ...target, gb } }));
};

/** A moment of a day: often one just after a pass begins, when what it read changes under it. */
const momentOf = (draws: Draws, midnightMs: number): number =>
  midnightMs + (draws.chance(0.3) ? draws.below(4) * 6 * hourMs + draws.below(2 * minuteMs) : draws.below(dayMs));

/** What people do to storage: a stream of its own, so that the other things that they do stay as they were. */
const changesOfStorage = (seed: number, target: Target, startMs: number, day: number): TimedChange[] => {
  const draws = drawsOf(seed, 'storage', day, target.project, target.service);
  const atMs = momentOf(draws, startMs + day * dayMs);
  if (draws.chance(0.006)) return [{ atMs, change: { kind: 'storage-removed', ...target } }];
  return draws.chance(0.006) ? [{ atMs, change: { kind: 'maintenance-started', ...target } }] : [];
};

/** How the data of a service turns on a day. */
const turnsOf = (seed: number, target: Target, startMs: number, day: number): TimedChange[] =>
  turnsOn(seed, target.project, target.service, startMs, day).map((turn) => ({
    atMs: turn.atMs,
    change:
      'share' in turn
        ? { kind: 'cleaned-up', ...target, share: turn.share }
        : { kind: 'growth-changed', ...target, gbPerDay: turn.gbPerDay },
  }));

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

/** Projects that come and go: the organization has two at least. */
const changesOfProjects = (draws: Draws, day: number, at: () => number, register: Register): TimedChange[] => {
  const changes: TimedChange[] = [];
  for (const project of [...register.keys()]) {
    if (draws.chance(0.01)) {
      changes.push({ atMs: at(), change: { kind: 'project-retagged', project, tags: drawnOwner(draws) } });
    }
    if (register.size <= 2 || !draws.chance(0.002)) continue;
    register.delete(project);
    changes.push({ atMs: at(), change: { kind: 'project-deleted', project } });
  }
  if (!draws.chance(0.02)) return changes;
  // Now and then the name is one that was there before.
  const project = draws.chance(0.3) ? `p${draws.below(4)}-prod` : `x${day}-dev`;
  if (register.has(project)) return changes;
  const services = Array.from({ length: draws.between(0, 4) }, (_, n) => `s${n}`);
  register.set(project, new Set(services));
  const atMs = at();
  changes.push({ atMs, change: { kind: 'project-created', project, tags: drawnOwner(draws) } });
  services.forEach((service, n) => {
    changes.push({ atMs: atMs + (n + 1) * minuteMs, change: { kind: 'service-created', project, service } });
  });
  return changes;
};

/** Draws what people do on a day, and keeps the register up to date. The same seed gives the same days. */
export const changesOf = (seed: number, day: number, startMs: number, register: Register): TimedChange[] => {
  const draws = drawsOf(seed, 'people', day);
  const at = () => momentOf(draws, startMs + day * dayMs);
  const changes: TimedChange[] = [];
  for (const [project, services] of register) {
    for (const service of [...services]) {
      const target = { project, service };
      const ofService = changesOfService(drawsOf(seed, 'people', day, project, service), target, seed, startMs);
      for (const change of ofService) {
        if (change.kind === 'service-deleted') services.delete(service);
        changes.push({ atMs: at(), change });
      }
      changes.push(...turnsOf(seed, target, startMs, day), ...changesByCode(seed, target, startMs, day));
      changes.push(...changesOfStorage(seed, target, startMs, day));
    }
    if (!draws.chance(0.12)) continue;
    // Now and then the name is one that was there before.
    const again = `s${draws.below(12)}`;
    const service = draws.chance(0.3) && !services.has(again) ? again : `n${day}`;
    services.add(service);
    changes.push({ atMs: at(), change: { kind: 'service-created', project, service } });
  }
  changes.push(...changesOfProjects(draws, day, at, register), ...changesOfSettings(draws, day, at));
  return changes.sort((a, b) => a.atMs - b.atMs);
};
