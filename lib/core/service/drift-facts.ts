import type { Service, Snapshot } from '../model/model.ts';
import type { Policy } from '../model/policy-document.ts';
import type { Judgement } from '../policy/policy.ts';
import type { ServiceContext } from './changes.ts';
import {
  type Drift,
  type DriftKind,
  driftFinder,
  driftSentence,
  eventOf,
  type LoggedEvent,
  lossKinds,
} from './drift.ts';
import type { LastApplied } from './last-applied.ts';

/** Facts for drift detection besides the present state. */
export interface DriftFacts {
  /** State that Headroom last wrote for the services of each project; absent when nothing is recorded. */
  readonly lastApplied?: ReadonlyMap<string, readonly LastApplied[]>;
  /** Event logs by project, newest first, which name the actors of changes; absent until they are read. */
  readonly events?: ReadonlyMap<string, readonly LoggedEvent[]>;
}

export interface DriftInput extends DriftFacts {
  readonly policy: Pick<Policy, 'drift'>;
}

const mattersTo = ({ decision, exempt }: Judgement, kind: DriftKind): boolean => {
  if (exempt || decision.effect === 'ignore') return false;
  // A removal is no drift where policy wants no autoscaler.
  return decision.effect === 'enable' || !lossKinds.includes(kind);
};

/** Finds foreign changes of each service since Headroom last wrote to it, if they are relevant to policy. */
export const driftReader =
  ({ policy, lastApplied, events }: DriftInput) =>
  (snapshot: Snapshot): ((service: Service, judgement: Judgement) => Pick<ServiceContext, 'drifted'>) => {
    const records = lastApplied?.get(snapshot.project) ?? [];
    if (records.length === 0) return () => ({});
    const byService = new Map(records.map((each) => [each.service, each]));
    const driftsOf = driftFinder(snapshot);
    const log = events?.get(snapshot.project);
    return (service, judgement) => {
      const before = byService.get(service.name);
      const all: Drift[] = before === undefined ? [] : driftsOf(before, service);
      const drifts = all
        .filter(({ kind }) => mattersTo(judgement, kind))
        .map((drift) => ({ drift, event: eventOf(drift, service.name, log ?? []) }));
      if (before === undefined || drifts.length === 0) return {};
      const message = drifts.map(({ drift, event }) => driftSentence(drift, event)).join(' ');
      const changed = drifts.find(({ drift: { kind } }) => kind === 'maximum-changed');
      const at = log === undefined ? null : (changed?.event?.time ?? before.confirmedAt);
      return {
        drifted: {
          kinds: drifts.map(({ drift: { kind } }) => kind),
          message,
          handling: policy.drift,
          ...(changed && { maximum: { before: before.maximum, by: changed.event?.actor || null, at } }),
        },
      };
    };
  };
