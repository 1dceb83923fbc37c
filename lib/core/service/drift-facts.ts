import type { Service, Snapshot } from '../model/model.ts';
import type { Policy } from '../model/policy-document.ts';
import type { Judgement } from '../policy/policy.ts';
import type { ServiceContext } from './changes.ts';
import { type Drift, type DriftKind, driftFinder, driftSentence, type LoggedEvent } from './drift.ts';
import type { LastApplied } from './last-applied.ts';

/** What Headroom last left of the services of each project. */
export type LastAppliedByProject = ReadonlyMap<string, readonly LastApplied[]>;

/** Event logs by project, newest first. */
export type EventLogs = ReadonlyMap<string, readonly LoggedEvent[]>;

/** What is known besides what is there now. */
export interface DriftFacts {
  /** Absent where nothing is known. */
  readonly lastApplied?: LastAppliedByProject;
  /** For naming who has changed what; absent while nobody has asked. */
  readonly events?: EventLogs;
}

export interface DriftInput extends DriftFacts {
  readonly policy: Pick<Policy, 'drift'>;
}

/** Where policy wants no autoscaler nobody has to be told that it went. */
const removals: ReadonlySet<DriftKind> = new Set(['endpoint-removed', 'integration-removed']);

const mattersTo = ({ decision, exempt }: Judgement, kind: DriftKind): boolean => {
  if (exempt || decision.effect === 'ignore') return false;
  return decision.effect === 'enable' || !removals.has(kind);
};

/** Finds what somebody else has changed of each service since Headroom last wrote to it, so far as policy minds. */
export const driftReader =
  ({ policy, lastApplied: left, events }: DriftInput) =>
  (snapshot: Snapshot): ((service: Service, judgement: Judgement) => Pick<ServiceContext, 'drifted'>) => {
    const known = left?.get(snapshot.project) ?? [];
    if (known.length === 0) return () => ({});
    const byService = new Map(known.map((each) => [each.service, each]));
    const finder = driftFinder(snapshot);
    const log = events?.get(snapshot.project) ?? [];
    return (service, judgement) => {
      const before = byService.get(service.name);
      const found: Drift[] = before === undefined ? [] : finder.of(before, service);
      const drifts = found.filter(({ kind }) => mattersTo(judgement, kind));
      if (drifts.length === 0) return {};
      const said = drifts.map((drift) => driftSentence(drift, service.name, log)).join(' ');
      return { drifted: { kinds: drifts.map(({ kind }) => kind), said, handling: policy.drift } };
    };
  };
