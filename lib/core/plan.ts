import { indexActual } from './actual.ts';
import { type PlanDisks, planKeyText } from './floor.ts';
import { type ServiceCounts, violations } from './guardrails.ts';
import type { MeasuredEndpoint } from './maximum.ts';
import { notMended, reachOf } from './maximum-reached.ts';
import type { Change, Decision, Finding, MaximumKind, Plan, PlanKey, Snapshot, UnreadProject } from './model.ts';
import { byChangeOrder, byFindingOrder, byPlace, digestText } from './plan-order.ts';
import { type CompiledPolicy, compilePolicy } from './policy.ts';
import type { Policy } from './policy-document.ts';
import { planSearch } from './search-plan.ts';
import { planService, type Tally } from './service-plan.ts';
import { summarize } from './summary.ts';

export interface PlanInput {
  readonly policy: Policy;
  /** One per project; changes are planned for these only. */
  readonly snapshots: readonly Snapshot[];
  readonly unread: readonly UnreadProject[];
  /** `YYYY-MM-DD`, UTC. */
  readonly today: string;
  readonly planDiskMb: PlanDisks;
  /** What the numbers of endpoints count that are to be created. */
  readonly maximumKind: MaximumKind;
  /** Turns a text into a digest of it that cannot be forged. */
  readonly hash: (text: string) => string;
  /** Digest of the one plan that may cross guardrails. */
  readonly approvedDigest?: string;
}

export interface PlanMade {
  readonly plan: Plan;
  /**
   * Service plans whose disk must be known first. The services concerned are left out of this plan, or of what it says
   * of maximums that are reached: ask the platform and make the plan again with the answers.
   */
  readonly needs: readonly PlanKey[];
  /** Whether the digest that was approved is that of this plan. */
  readonly approval: 'none' | 'matches' | 'differs';
}

interface Gathered {
  readonly changes: Change[];
  readonly decisions: Decision[];
  readonly findings: Finding[];
  /** Services at their maximum. */
  readonly reached: Finding[];
  readonly tallies: Tally[];
  readonly needs: Map<string, PlanKey>;
  /** Services with a baseline: managed even where no rule speaks of them. */
  readonly withBaseline: Place[];
}

type Place = Pick<Decision, 'project' | 'service'>;

const removalOfOrphan = (project: string, endpoint: MeasuredEndpoint): Change => ({
  phase: 'release',
  kind: 'delete-endpoint',
  project,
  service: '',
  fromGb: endpoint.maxAdditionalGb ?? 0,
  toGb: 0,
  rule: '',
  reason: 'The service of this endpoint of ours is gone and no other one uses it.',
  endpointName: endpoint.name,
  endpointId: endpoint.id,
  integrationId: null,
  maximum: null,
});

const addNeed = (needs: Map<string, PlanKey>, key: PlanKey): void => {
  const text = planKeyText(key.serviceType, key.plan);
  const known = needs.get(text);
  if (known === undefined || key.project < known.project) needs.set(text, key);
};

const gatherProject = (into: Gathered, snapshot: Snapshot, policy: CompiledPolicy, input: PlanInput): void => {
  const project = { name: snapshot.project, tags: snapshot.tags };
  const actual = indexActual(snapshot, input.planDiskMb);
  const { planDiskMb: planDisks, maximumKind } = input;
  for (const service of snapshot.services) {
    const judgement = policy.decide(project, service, input.today);
    const found = actual.of(service);
    const planned = planService({ service, judgement, actual: found, planDisks, maximumKind });
    into.decisions.push(judgement.decision);
    into.findings.push(...judgement.findings, ...planned.findings);
    into.changes.push(...planned.changes);
    const search = planSearch(service, judgement);
    into.findings.push(...search.findings);
    into.changes.push(...search.changes);
    if (judgement.wants.length > 0) into.withBaseline.push(judgement.decision);
    if (planned.tally !== undefined) into.tallies.push(planned.tally);
    if (planned.needs !== undefined) addNeed(into.needs, planned.needs);
    const reach = judgement.exempt ? {} : reachOf(project.name, service, found, planDisks);
    if (reach.finding !== undefined) into.reached.push(reach.finding);
    if (reach.needs !== undefined) addNeed(into.needs, reach.needs);
  }
  into.changes.push(...actual.orphans.map((endpoint) => removalOfOrphan(snapshot.project, endpoint)));
};

const unreadFinding = ({ project, error, message }: UnreadProject): Finding => ({
  code: 'project-unread',
  project,
  service: '',
  message: `The project could not be read, so nothing in it is changed: ${error}: ${message}`,
});

/** A project that could not be read counts as unread even if a snapshot of it is at hand. */
const readable = ({ snapshots, unread }: PlanInput): Snapshot[] => {
  const seen = new Set<string>();
  for (const { project } of snapshots) {
    if (seen.has(project)) throw new Error(`project ${project} has two snapshots; give each project once`);
    seen.add(project);
  }
  const unreadable = new Set(unread.map(({ project }) => project));
  return snapshots.filter(({ project }) => !unreadable.has(project));
};

const countServices = ({ changes, decisions, withBaseline }: Gathered): ServiceCounts => {
  const name = (project: string, service: string, endpoint: string) => JSON.stringify([project, service || [endpoint]]);
  const places: Place[] = [...decisions.filter(({ effect }) => effect !== 'ignore'), ...withBaseline];
  const managed = new Set(places.map(({ project, service }) => name(project, service, '')));
  const changed = new Set(changes.map(({ project, service, endpointName }) => name(project, service, endpointName)));
  return { changed: changed.size, managed: managed.size, concerned: new Set([...managed, ...changed]).size };
};

const approvalOf = (approved: string | undefined, digest: string): PlanMade['approval'] => {
  if (approved === undefined) return 'none';
  return approved === digest ? 'matches' : 'differs';
};

const verdictOf = (plan: Omit<Plan, 'verdict'>, approval: PlanMade['approval']): Plan['verdict'] => {
  if (plan.changes.length === 0) return 'nothing';
  if (plan.mode !== 'enforce') return 'observe';
  return plan.violations.length > 0 && approval !== 'matches' ? 'needs-approval' : 'apply';
};

/**
 * Decides what to change, over all projects at once: desired against actual, then guardrails. Pure, and the same for the
 * same world whatever the order of the input (design §7, §12).
 * @throws Error when a project is given twice.
 */
export const makePlan = (input: PlanInput): PlanMade => {
  const { policy, unread, hash } = input;
  const gathered: Gathered = {
    changes: [],
    decisions: [],
    findings: [],
    reached: [],
    tallies: [],
    needs: new Map(),
    withBaseline: [],
  };
  const compiled = compilePolicy(policy);
  for (const snapshot of readable(input)) gatherProject(gathered, snapshot, compiled, input);

  const changes = gathered.changes.sort(byChangeOrder);
  const decisions = gathered.decisions.sort(byPlace);
  const reached = notMended(gathered.reached, changes, policy.mode);
  const findings = [...gathered.findings, ...reached, ...unread.map(unreadFinding)].sort(byFindingOrder);
  const summary = summarize(gathered.tallies, policy.prices.default);
  const digest = hash(digestText(changes));
  const approval = approvalOf(input.approvedDigest, digest);
  const crossed = violations(policy.guardrails, summary, countServices(gathered));
  const plan = { digest, mode: policy.mode, summary, changes, decisions, findings, violations: crossed };
  const needs = [...gathered.needs].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, key]) => key);
  return { plan: { ...plan, verdict: verdictOf(plan, approval) }, needs, approval };
};
