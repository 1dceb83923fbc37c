import { dayMs, hourMs } from '../../../lib/core/model/durations.ts';
import { type Draws, drawsOf } from '../engine/random.ts';
import { grantOn, type SimulatedGrant } from './grants.ts';
import type { Change, Register } from './people.ts';

/** What people do with Headroom itself, drawn by day. Whom it is done to never depends on Headroom, but what waits does. */
export type OperatorAct =
  | { readonly kind: 'change'; readonly change: Change }
  /** Somebody sets an option of a search service by hand; other services are left alone. */
  | { readonly kind: 'option-edited'; readonly project: string; readonly service: string; readonly option: Option }
  /** Looks whether a plan waits and decides about it. */
  | { readonly kind: 'look' }
  /** Gives one service more room for some days, and applies it at once. */
  | { readonly kind: 'granted'; readonly grant: SimulatedGrant }
  /** Undoes the latest run that wrote, and approves what a guardrail asks about it. */
  | { readonly kind: 'undo'; readonly observes: boolean };

export type Option = readonly [path: string, value: boolean | number];

interface TimedAct {
  readonly atMs: number;
  readonly act: OperatorAct;
}

const options: readonly Option[] = [
  ['engine.action_destructive_requires_name', false],
  ['engine.action_destructive_requires_name', true],
  ['engine.cluster_max_shards_per_node', 500],
  ['engine.cluster_max_shards_per_node', 3000],
  ['service_log', false],
];

const anyService = (draws: Draws, register: Register) => {
  const all = [...register].flatMap(([project, services]) => [...services].map((service) => ({ project, service })));
  return all.length === 0 ? undefined : draws.one(all);
};

/** Tags that end by themselves, today or in a few days. */
const datedTags = (draws: Draws, nowMs: number): Record<string, string> => {
  const last = new Date(nowMs + draws.between(0, 3) * dayMs).toISOString().slice(0, 10);
  return draws.one<Record<string, string>>([
    { 'disk-autoscaler-exempt': last },
    { 'disk-autoscaler': 'off', 'disk-autoscaler-until': last },
    { 'disk-autoscaler-max-gb': String(draws.between(0, 200)), 'disk-autoscaler-until': last },
  ]);
};

const changesOfServices = (draws: Draws, at: () => number, register: Register): TimedAct[] => {
  const acts: TimedAct[] = [];
  const [tagged, edited] = [anyService(draws, register), anyService(draws, register)];
  if (tagged !== undefined && draws.chance(0.25)) {
    const atMs = at();
    const change = { kind: 'service-retagged', ...tagged, tags: datedTags(draws, atMs) } as const;
    acts.push({ atMs, act: { kind: 'change', change } });
  }
  if (edited !== undefined && draws.chance(0.3)) {
    acts.push({ atMs: at(), act: { kind: 'option-edited', ...edited, option: draws.one(options) } });
  }
  return acts;
};

/** A mode that is set while a pass is at work: seconds after one begins. */
const suddenStop = (draws: Draws, dayStartMs: number): TimedAct[] => {
  const atMs = dayStartMs + draws.one([0, 6, 12, 18]) * hourMs + draws.between(200, 20_000);
  const set = (mode: 'observe' | 'stop' | 'enforce', ms: number): TimedAct => ({
    atMs: ms,
    act: { kind: 'change', change: { kind: 'mode-set', mode } },
  });
  return [set(draws.one(['observe', 'stop']), atMs), set('enforce', atMs + draws.between(1, 5) * hourMs)];
};

/** What people do with Headroom on a day. The same seed gives the same days. */
export const actsOf = (seed: number, day: number, startMs: number, register: Register): TimedAct[] => {
  const draws = drawsOf(seed, 'operators', day);
  const dayStartMs = startMs + day * dayMs;
  const at = () => dayStartMs + draws.below(dayMs);
  const granted = grantOn(seed, day, startMs, register);
  return [
    ...(granted === undefined ? [] : [{ atMs: granted.atMs, act: { kind: 'granted', grant: granted.grant } } as const]),
    ...changesOfServices(draws, at, register),
    ...(draws.chance(0.06) ? suddenStop(draws, dayStartMs) : []),
    { atMs: at(), act: { kind: 'look' } },
    { atMs: at(), act: { kind: 'look' } },
    ...(draws.chance(0.04) ? [{ atMs: at(), act: { kind: 'undo', observes: draws.chance(0.5) } } as const] : []),
  ];
};

/** When a person approves a plan after seeing it, in ms from then; undefined for never. The same plan meets the same person. */
export const patienceOf = (seed: number, digest: string): number | undefined => {
  const draws = drawsOf(seed, 'approval', digest);
  if (draws.chance(0.1)) return undefined;
  return draws.chance(0.6) ? 0 : draws.between(3, 90) * hourMs;
};
