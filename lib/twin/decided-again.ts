import { isoInstant } from '../core/model/durations.ts';
import type { DiskAlert, Service } from '../core/model/model.ts';
import { maximumKindOf } from '../core/model/profile.ts';
import { makePlan } from '../core/plan/plan.ts';
import type { PlanInput, PlanResult } from '../core/plan/plan-input.ts';
import type { Plan } from '../core/plan/plan-result.ts';
import { evaluateUntil } from '../emulator/autoscaler/evaluation.ts';
import { alertsOfProject } from '../emulator/operations/answers/alerts.ts';
import type { Project } from '../emulator/state/state.ts';
import { readDoneLookups } from '../run/lookup/run-lookups.ts';
import { decide, readPlanFacts } from '../run/plan/decide.ts';
import { runPolicy } from '../run/policy/run-policy.ts';
import { keys } from '../run/store/keys.ts';
import { readIfWhole } from '../run/store/objects.ts';
import type { RunObject } from '../run/store/run-objects.ts';
import type { Twin } from './twin.ts';

/** What a run decided by, and what came of it, as text. */
interface Decided {
  readonly input: PlanInput;
  readonly outcome: string;
}

/** Everything by which two plans without changes can differ in what they lead to: reports, notices and lookups. */
const outcomeOf = ({ plan, starved, drifted, needs, priceNeeds }: PlanResult): string =>
  JSON.stringify([plan.verdict, plan.findings, plan.violations, starved, drifted, needs, priceNeeds]);

/**
 * What a run decided by, as it left it in the store: its readings, histories and answers. Undefined if it made no plan, or
 * if it would ask more as an hourly pass.
 */
const decidedBy = async ({ store, platform }: Twin, runId: string): Promise<Decided | undefined> => {
  const run = await readIfWhole<RunObject>(store, keys.run(runId));
  const plan = await readIfWhole<Plan>(store, keys.plan(runId));
  if (run === undefined || plan === undefined) return undefined;
  const identity = { organization: platform.organization, maximumKind: maximumKindOf(run.profile ?? 'documented') };
  const ports = { store, clock: { now: () => Date.parse(run.startedAt) }, platform: identity };
  const facts = await readPlanFacts(ports, run);
  if (facts.changed.length > 0 || facts.unread.length > 0) return undefined;
  const asked = await readDoneLookups(store, run);
  const { input, finish, lookups } = await decide(ports, runPolicy(run), { ...facts, isDaily: false }, asked);
  if (lookups.length > 0) return undefined;
  const result = finish();
  const isAsStored = JSON.stringify(result.plan.findings) === JSON.stringify(plan.findings);
  return isAsStored ? { input, outcome: outcomeOf(result) } : undefined;
};

const presentAlerts = (project: Project, nowMs: number): DiskAlert[] =>
  alertsOfProject(project, nowMs).map(({ service_name: service, severity, create_time: since }) => ({
    service,
    isCritical: severity === 'critical',
    since,
  }));

/** What a run decided by, with the disks as large and as full as they are now. */
const withPresentDisks = ({ platform }: Twin, input: PlanInput): PlanInput => {
  const { state, clock } = platform.edge;
  const nowMs = clock.nowMs();
  for (const project of state.projects.values()) evaluateUntil(state, project, nowMs);
  return {
    ...input,
    snapshots: input.snapshots.map((snapshot) => {
      const project = state.projects.get(snapshot.project);
      const present = project?.services;
      const sized = (service: Service): Service => {
        const diskMb = present?.get(service.name)?.diskMb ?? service.diskMb;
        return diskMb === service.diskMb ? service : { ...service, diskMb };
      };
      const services = snapshot.services.map(sized);
      if (project === undefined || snapshot.alerts === undefined) return { ...snapshot, services };
      return { ...snapshot, services, alerts: presentAlerts(project, nowMs), seenAt: isoInstant(nowMs) };
    }),
  };
};

/**
 * Decides once more what the last run of a life decided: by the code of the runs and by what that run left in the store,
 * with the one difference that disks are as large as they are now. It answers the plan if a pass at this moment would only
 * repeat that run, because it changes nothing, asks nothing and finds the same; undefined if the pass may do more.
 */
export const createDecidedAgain = (twin: Twin): ((runId: string) => Promise<Plan | undefined>) => {
  let last: { readonly runId: string; readonly decided: Decided | undefined } | undefined;
  return async (runId) => {
    if (last?.runId !== runId) last = { runId, decided: await decidedBy(twin, runId) };
    const { decided } = last;
    if (decided === undefined) return undefined;
    const result = makePlan(withPresentDisks(twin, decided.input));
    return result.plan.changes.length === 0 && outcomeOf(result) === decided.outcome ? result.plan : undefined;
  };
};
