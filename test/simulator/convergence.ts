import type { Finding } from '../../lib/core/model/decision.ts';
import { dayMs, hourMs, minuteMs } from '../../lib/core/model/durations.ts';
import { keys } from '../../lib/run/store/keys.ts';
import { endpointNameOf } from './endpoint-name.ts';
import { nameOf } from './laws/law.ts';
import { baselineOptions, optionsOf } from './laws/wanted.ts';
import type { Life } from './life.ts';
import { approveWaiting } from './operators.ts';
import { windowAt } from './organization/freeze.ts';
import { granted } from './organization/grants.ts';
import { isExempt, wishOf } from './organization/policy.ts';
import type { Passes } from './passes.ts';
import { runIdOf } from './sparing/lived-passes.ts';
import type { BrokenLaw } from './sparing/unchanged.ts';
import type { NotOffered } from './surroundings/refusals.ts';
import { type ServiceTruth, truthAt } from './surroundings/truth.ts';

const law = 'after faults stop one pass converges, and the next one writes nothing (design §12.11)';

const scheduled = { trigger: { kind: 'schedule', by: 'hourly pass' } };

/** Whether the endpoint of another service of the project has the same name. */
const isNameTaken = ({ platform: { edge } }: Life, { project, service }: ServiceTruth): boolean =>
  [...(edge.state.projects.get(project)?.services.keys() ?? [])].some(
    (other) => other !== service.name && endpointNameOf(other) === endpointNameOf(service.name),
  );

/** What is wrong with a service after the pass; undefined when nothing is, or when money decides. */
export const problemOf = (life: Life, today: string, truth: ServiceTruth): string | undefined => {
  const { project, service, eligible, ours, others, provisionedGb } = truth;
  const policy = life.policy();
  const plain = wishOf(policy, { project, type: service.type, tags: service.tags }, today);
  const wish = granted(plain, life.grants(), { project, service: service.name }, today);
  const name = `${project}/${service.name}`;
  if (wish.kind === 'disable') return ours.length > 0 ? `${name} has an autoscaler and policy wants none` : undefined;
  if (wish.kind === 'leave-alone' || !eligible || others.length > 0) return undefined;
  // Both would share one endpoint, so neither gets one (design §7).
  if (isNameTaken(life, truth)) return ours.length > 0 ? `${name} shares the name of its endpoint` : undefined;
  if (policy.budgets.some(({ projects }) => projects.includes(project))) return undefined;
  const wanted = Math.max(wish.gb, provisionedGb);
  const held = ours[0]?.gb ?? 0;
  return held === wanted ? undefined : `${name} has ${held} GB and policy wants ${wanted} GB`;
};

/** Options of a search service that differ from what a baseline asks for. */
const optionProblems = (life: Life, today: string, truth: ServiceTruth): string[] => {
  const { service } = truth;
  if (service.state !== 'RUNNING' || isExempt(service.tags, today)) return [];
  const held = new Map(optionsOf(service.userConfig));
  return [...baselineOptions(life.policy(), truth)]
    .filter(([path, value]) => held.get(path) !== value)
    .map(([path, value]) => `${nameOf(truth)} has ${path} ${held.get(path)} and a baseline asks for ${value}`);
};

/**
 * Waits until no freeze is on, nor a freeze or a day begins in the next hour: the policy asks for something else then, and
 * exemptions end.
 */
const thaw = async ({ time, policy }: Life): Promise<void> => {
  const moments = () => [0, 20, 40, 60].map((minutes) => time.now() + minutes * minuteMs);
  const isFrozen = () => moments().some((atMs) => windowAt(policy().freeze, atMs));
  const isDayEnd = () => new Set(moments().map((atMs) => Math.floor(atMs / dayMs))).size > 1;
  while (isFrozen() || isDayEnd()) await time.runTo(time.now() + hourMs / 2);
};

/** How often a person approves a plan anew whose disks have grown since it was shown. */
const mostApprovals = 5;

/** One pass, with the approval that its plan may need; the passes after it are judged. */
const settle = async (passes: Passes): Promise<void> => {
  for (let tries = 0; tries < mostApprovals; tries += 1) {
    await passes.pass(scheduled);
    if (passes.waiting() === undefined) return;
    await approveWaiting(passes);
  }
};

/** Whether the platform has refused a service of which Headroom cannot have known it. */
const hasNewRefusal = (before: NotOffered, now: NotOffered): boolean =>
  [...now].some(([name, { atMs, plan, cloud }]) => {
    const known = before.get(name);
    const isKnown = known?.isSure === true && known.plan === plan && known.cloud === cloud;
    return !isKnown && atMs !== known?.atMs;
  });

/** The findings of the last plan with this code, by service. */
const lastFindings = async ({ store }: Life, { counts }: Passes, code: string): Promise<ReadonlySet<string>> => {
  const plan: unknown = JSON.parse((await store.get(keys.plan(runIdOf(counts.passes))))?.body ?? '{}');
  const { findings = [] } = plan as { readonly findings?: Pick<Finding, 'code' | 'project' | 'service'>[] };
  return new Set(findings.filter((one) => one.code === code).map((one) => `${one.project}/${one.service}`));
};

/** Lets two passes run undisturbed and says what is not as it must be then. */
export const checkConvergence = async (life: Life, passes: Passes): Promise<BrokenLaw[]> => {
  const { pass, counts } = passes;
  const { time, platform, notOffered } = life;
  if (!life.mayWrite()) await life.change({ kind: 'mode-set', mode: 'enforce' });
  if (!life.mayWrite()) return [];
  const messages: string[] = [];
  await thaw(life);
  const disks = () => JSON.stringify(truthAt(platform.edge).map(({ service }) => service.diskMb));
  const before = disks();
  const known = notOffered.refusals();
  await settle(passes);
  // A lower whose disk grows between the plan and the write is left to the next pass (design §12.1). Room that was made for
  // a service that the platform then refuses for the first time goes back with the next pass.
  // Of a hand raise that a budget cannot keep whole, the rest goes with the next pass, which no longer sees the hand.
  const takenBack = await lastFindings(life, passes, 'change-taken-back');
  const isUnsettled = disks() !== before || hasNewRefusal(known, notOffered.refusals());
  if (isUnsettled || takenBack.size > 0) await pass(scheduled);
  const writes = counts.writes;
  await pass(scheduled);
  if (counts.writes > writes) messages.push(`the second pass made ${counts.writes - writes} writes`);
  const today = new Date(time.now()).toISOString().slice(0, 10);
  const kept = await lastFindings(life, passes, 'raise-kept');
  for (const truth of truthAt(platform.edge)) {
    // A person's raise stays for a day.
    const problem = kept.has(nameOf(truth)) ? undefined : problemOf(life, today, truth);
    messages.push(...(problem === undefined ? [] : [problem]), ...optionProblems(life, today, truth));
  }
  return messages.map((message) => ({ law, atMs: time.now(), message }));
};
