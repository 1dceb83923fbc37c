import type { Service } from '../../core/model/model.ts';
import { maximumKindOf } from '../../core/model/profile.ts';
import type { Plan } from '../../core/plan/plan-result.ts';
import { evaluateUntil } from '../../emulator/autoscaler/evaluation.ts';
import type { DecisionPorts } from '../../ports.ts';
import type { Asked } from '../../run/ask/asked.ts';
import { readAsked } from '../../run/ask/run-questions.ts';
import { decide, type PlanFacts, readPlanFacts } from '../../run/plan/decide.ts';
import { keys } from '../../run/store/keys.ts';
import { readIfWhole } from '../../run/store/objects.ts';
import type { RunObject } from '../../run/store/run-objects.ts';
import { runPolicy } from '../../run/store/run-policy.ts';
import type { TwinWorld } from './twin-world.ts';

/** What a run decided by, and what it found. */
interface Decided {
  readonly runId: string;
  readonly ports: DecisionPorts;
  readonly policy: ReturnType<typeof runPolicy>;
  readonly facts: PlanFacts;
  readonly asked: Asked;
  readonly findings: string;
}

/** What a run decided by, as it left it in the store; undefined if it made no plan, or not by its own readings alone. */
const decidedBy = async ({ store, platform }: TwinWorld, runId: string): Promise<Decided | undefined> => {
  const run = await readIfWhole<RunObject>(store, keys.run(runId));
  const plan = await readIfWhole<Plan>(store, keys.plan(runId));
  if (run === undefined || plan === undefined) return undefined;
  const identity = { organization: platform.organization, maximumKind: maximumKindOf(run.profile ?? 'documented') };
  const ports = { store, clock: { now: () => Date.parse(run.startedAt) }, platform: identity };
  const facts = await readPlanFacts(ports, run);
  if (facts.changed.length > 0 || facts.unread.length > 0) return undefined;
  const asked = await readAsked(store, run);
  return { runId, ports, policy: runPolicy(run), facts, asked, findings: JSON.stringify(plan.findings) };
};

/** Facts of a run with the disks as large as they are now, as an hourly pass would read them. */
const withPresentDisks = ({ platform }: TwinWorld, facts: PlanFacts): PlanFacts => {
  const { state, clock } = platform.edge;
  for (const project of state.projects.values()) evaluateUntil(state, project, clock.nowMs());
  return {
    ...facts,
    isDaily: false,
    snapshots: facts.snapshots.map((snapshot) => {
      const present = state.projects.get(snapshot.project)?.services;
      const sized = (service: Service): Service => {
        const diskMb = present?.get(service.name)?.diskMb ?? service.diskMb;
        return diskMb === service.diskMb ? service : { ...service, diskMb };
      };
      return { ...snapshot, services: snapshot.services.map(sized) };
    }),
  };
};

/**
 * Decides once more what the last run of a life decided: by the code of the runs and by what that run left in the store,
 * with the one difference that disks are as large as they are now. It answers the plan if a pass at this moment would only
 * repeat that run, because it changes nothing, asks nothing and finds the same; undefined if the pass may do more.
 */
export const createDecidedAgain = (world: TwinWorld): ((runId: string) => Promise<Plan | undefined>) => {
  let last: Decided | undefined;
  return async (runId) => {
    if (last?.runId !== runId) last = await decidedBy(world, runId);
    if (last === undefined) return undefined;
    const { ports, policy, facts, asked, findings } = last;
    const { result, questions } = await decide(ports, policy, withPresentDisks(world, facts), asked);
    if (questions.length > 0) return undefined;
    const { plan } = result;
    return plan.changes.length === 0 && JSON.stringify(plan.findings) === findings ? plan : undefined;
  };
};
