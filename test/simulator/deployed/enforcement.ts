import { hourMs, minuteMs } from '../../../lib/core/model/durations.ts';
import type { Plan } from '../../../lib/core/plan/plan-result.ts';
import { policyDefaults } from '../../../lib/core/policy/policy-defaults.ts';
import type { Scenario } from '../../../lib/platform/index.ts';
import { sizingOf } from '../../../lib/platform/state/catalogue.ts';
import { approve } from '../../../lib/run/approval/approvals.ts';
import { digestOfProposedPlan, keys } from '../../../lib/run/store/keys.ts';
import { readObject } from '../../../lib/run/store/objects.ts';
import type { InventoryIndex, ProposedPlan } from '../../../lib/run/store/run-objects.ts';
import type { SimulatedPolicy } from '../organization/policy.ts';
import { isOurName } from '../surroundings/truth.ts';
import type { DeployedLife } from './deployed-life.ts';
import { isWanted } from './organization.ts';

/**
 * The first enforcement of a large organization (scale §6): no service has an autoscaler, nothing is written without an
 * approval, and a person approves once.
 */

/** The organization before Headroom. */
export const untouched = (scenario: Scenario): Scenario => ({
  ...scenario,
  projects: scenario.projects.map(({ endpoints: _endpoints, integrations: _integrations, ...project }) => project),
});

/** A policy under which every change needs a person. */
export const approvingAll = (policy: SimulatedPolicy): SimulatedPolicy => ({
  ...policy,
  approval: { kinds: ['enable', 'raise', 'lower', 'disable'], hours: 72, firstRun: true },
});

export const approvedLaw = 'no maximum is above what a person approved (scale §5)';

/** How a first enforcement went. */
export interface Enforcement {
  /** Approvals that a person gave. */
  readonly approvals: number;
  /** Services that should have an autoscaler at the moment of the approval. */
  readonly wanted: number;
  /** Services that the approved plan enables, and those of them that have their autoscaler, or exist no more. */
  readonly approved: number;
  readonly enforced: number;
  /** Services of the approved plan to which the platform refuses the autoscaler, which it says only to the write. */
  readonly notOffered: number;
  /** Services of the approved plan that wait again, because what they need has risen beyond what the person saw. */
  readonly beyond: number;
  /** From the approval until no service was left; null while some are. */
  readonly hours: number | null;
}

/** A person who approves the first plan of the whole organization that waits, and counts from outside what becomes of it. */
export interface Approver {
  readonly enforcement: () => Enforcement;
  /** What exceeds the approval, in words. */
  readonly problems: () => readonly string[];
}

const lookMs = 10 * minuteMs;

/** A stored plan that waits, with its run. */
type Waiting = ProposedPlan & { readonly runId: string };

type Enable = Extract<ProposedPlan['changes'][number], { kind: 'create-endpoint' }>;

const keyOf = ({ project, endpointName }: Enable): string => `${project}/${endpointName}`;

/** Looks every ten minutes, as long as time passes. */
export const createApprover = (life: DeployedLife, endMs: number, forbidden?: string): Approver => {
  const { time, bucket, platform, policy } = life;
  const { projects } = platform.edge.state;
  const guardrails = { ...policyDefaults.guardrails, approvalHours: policy.approval?.hours ?? 24 };
  /** GB that the plan allows, by project and endpoint. */
  const allowed = new Map<string, Map<string, number>>();
  let enables: readonly Enable[] = [];
  const risen = new Set<string>();
  let wanted = 0;
  let approvedMs: number | undefined;
  let doneMs: number | undefined;

  const hasAutoscaler = ({ project, service, endpointName }: Enable): boolean => {
    const there = projects.get(project);
    if (there === undefined || service === null || !there.services.has(service)) return true;
    const endpoint = [...there.endpoints.values()].find(({ name }) => name === endpointName);
    return [...there.integrations.values()].some((one) => one.service === service && one.endpointId === endpoint?.id);
  };

  const isRefused = (change: Enable): boolean => {
    const service = projects.get(change.project)?.services.get(change.service);
    return service !== undefined && !hasAutoscaler(change) && sizingOf(platform.edge.state, service) === undefined;
  };

  /** Whether a budget with a project that no run had read yet grants nothing, and the plan says so: a later one has more in it. */
  const isShort = async ({ runId }: Waiting): Promise<boolean> => {
    if (forbidden !== undefined) return false;
    const plan = await readObject<Plan>(bucket.objects, keys.plan(runId));
    return plan?.findings.some(({ code }) => code === 'budget-incomplete') ?? false;
  };

  /** The newest plan of the whole organization that waits: a plan of an event is for the services of its projects only. */
  const wholePlan = async (): Promise<Waiting | undefined> => {
    const index = await readObject<InventoryIndex>(bucket.objects, keys.inventoryIndex);
    if (index === undefined || index.neverRead?.some((name) => name !== forbidden)) return undefined;
    const waiting: Waiting[] = [];
    for (const key of await bucket.objects.list(keys.proposedPlansFrom(''))) {
      // A large plan has parts under keys of their own.
      if (digestOfProposedPlan(key) === undefined) continue;
      const proposed = await readObject<Waiting>(bucket.objects, key);
      if (proposed?.projects === null) waiting.push(proposed);
    }
    const [newest] = waiting.toSorted((a, b) => Date.parse(b.proposedAt) - Date.parse(a.proposedAt));
    return newest;
  };

  const approveWaiting = async (): Promise<void> => {
    const proposed = await wholePlan();
    if (proposed === undefined || (await isShort(proposed))) return;
    const { digest } = proposed;
    await approve({ store: bucket.objects, clock: time }, { prefix: digest, by: 'a person', exact: false }, guardrails);
    approvedMs = time.now();
    wanted = [...projects.values()].flatMap(({ services }) => [...services.values()].filter(isWanted)).length;
    life.approvals.push({ digest, shownMs: approvedMs, givenMs: approvedMs, used: new Set() });
    enables = proposed.changes.filter((change) => change.kind === 'create-endpoint');
    for (const { project, endpointName, toGb } of enables) {
      const ofProject = allowed.get(project) ?? new Map<string, number>();
      allowed.set(project, ofProject.set(endpointName, toGb));
    }
  };

  /** Whether a service waits again, because what it needs has risen beyond what the person saw. */
  const isBeyond = (change: Enable): boolean => !hasAutoscaler(change) && risen.has(keyOf(change));

  const seeRisen = async (): Promise<void> => {
    const changes = (await wholePlan())?.changes.filter((change) => change.kind === 'create-endpoint') ?? [];
    for (const one of changes)
      if (one.toGb > (allowed.get(one.project)?.get(one.endpointName) ?? 0)) risen.add(keyOf(one));
  };

  const look = async (): Promise<void> => {
    if (approvedMs === undefined) await approveWaiting();
    else {
      await seeRisen();
      if (enables.every((change) => hasAutoscaler(change) || isRefused(change) || isBeyond(change)))
        doneMs ??= time.now();
    }
    if (doneMs === undefined && time.now() < endMs) time.at(time.now() + lookMs, () => void look());
  };
  time.at(time.now() + lookMs, () => void look());

  return {
    enforcement: () => ({
      approvals: approvedMs === undefined ? 0 : 1,
      wanted,
      approved: enables.length,
      enforced: enables.filter(hasAutoscaler).length,
      notOffered: enables.filter(isRefused).length,
      beyond: enables.filter((change) => isBeyond(change) && !isRefused(change)).length,
      hours: approvedMs === undefined || doneMs === undefined ? null : (doneMs - approvedMs) / hourMs,
    }),
    // Where only the first plan needs a person, later plans enable more.
    problems: () =>
      (policy.approval?.kinds.includes('enable') ? [...projects.values()] : []).flatMap((project) =>
        [...project.endpoints.values()].flatMap(({ name, userConfig }) => {
          if (!isOurName(name)) return [];
          const { autoscaler } = userConfig as { autoscaler?: { max_additional_storage?: unknown } };
          const gb = Number(autoscaler?.max_additional_storage ?? 0);
          const most = allowed.get(project.name)?.get(name);
          return most !== undefined && gb <= most
            ? []
            : [`${project.name}/${name} has ${gb} GB, and ${most ?? 'nothing'} was approved`];
        }),
      ),
  };
};
