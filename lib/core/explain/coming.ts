import type { Change, ChangeResult, Waits } from '../change/change.ts';
import type { Decision, Finding } from '../model/decision.ts';
import { findings as facts } from '../model/findings/findings.ts';
import type { ServiceName } from '../model/grouping.ts';
import type { Plan } from '../plan/plan-result.ts';
import type { Actual } from '../service/actual.ts';

/** Begins with the obstacle: a reader would take a maximum that comes first for one that the service gets. */
export const obstructed = (
  message: string,
  { effect, rule, maxAdditionalGb }: Decision,
  actual: Pick<Actual, 'attached' | 'foreign'>,
): string => {
  const hasAutoscaler = actual.attached.length + actual.foreign.length > 0;
  const state = hasAutoscaler ? 'stays unchanged' : 'gets no autoscaler';
  const would = effect === 'enable' ? `would set ${maxAdditionalGb} GB` : 'would remove the autoscaler';
  return `${state}: ${message} Rule "${rule}" ${would}.`;
};

/** What a plan brings for one service, now or later. */
export interface Coming {
  readonly changes: readonly Change[];
  /** Changes that a freeze delays. */
  readonly frozen: readonly Change[];
  /** Changes that wait for an approval. */
  readonly unapproved: readonly Change[];
  /** Grants that need money which waiting changes free. */
  readonly unfunded: readonly Change[];
  readonly findings: readonly Finding[];
}

interface Subject extends ServiceName {}

/** @param findings findings of the service and of its budget */
export const comingOf = (
  { changes, freeze, proposal, approval }: Plan,
  { project, service }: Subject,
  findings: readonly Finding[],
): Coming => {
  const isHere = (change: Pick<Change, keyof Subject>) => change.project === project && change.service === service;
  const here = (all: readonly Change[] = []) => all.filter(isHere);
  return {
    changes: here(changes).filter(({ waits }) => waits === undefined || proposal === undefined),
    frozen: here(freeze?.waiting),
    unapproved: here(proposal?.changes),
    unfunded: here(approval?.waiting),
    findings,
  };
};

const kindsOf = (changes: readonly Change[]): string => changes.map(({ kind }) => kind).join(', ');

/** The finding that prevents all changes of the service; undefined if there are changes, or no obstacle. */
export const obstacleIn = (coming: Coming, { effect }: Decision): Finding | undefined => {
  const { changes, frozen, unapproved, unfunded, findings } = coming;
  const isChanged = [changes, frozen, unapproved, unfunded].some(({ length }) => length > 0);
  if (effect === 'ignore' || isChanged) return undefined;
  return findings.find(({ code, service }) => service !== '' && facts[code].prevents !== undefined);
};

/** Why changes wait, as the end of a sentence. */
const whys: Readonly<Record<Waits, string>> = {
  room: 'its disk would have less than 7 days of room afterwards',
  protection: 'it would lose its autoscaler without a tag of its own that asks for it',
  restart: 'the service would restart',
  first: 'this is the first plan of mode enforce',
  bounds: 'the plan exceeds guardrails',
};

const waitsText = (changes: readonly Change[]): string => {
  const found = changes.map(({ waits }) => waits).find((why) => why !== undefined);
  return whys[found ?? 'bounds'];
};

/** What happens to a service that has changes in the plan itself. */
const planned = (changes: readonly Change[], { verdict, mode }: Plan): string => {
  const writes = kindsOf(changes);
  if (verdict === 'observe') return `pending, because mode ${mode} writes nothing: ${writes}`;
  return changes.some(({ approval }) => approval !== undefined)
    ? `to apply, as approved: ${writes}`
    : `to apply: ${writes}`;
};

/** Whether the run of the plan has made every change of the service. */
const isDone = (changes: readonly Change[], results: readonly ChangeResult[]): boolean =>
  results.length === changes.length && results.every(({ status }) => status === 'confirmed');

/**
 * What happens to the service, in the words after its desired state.
 * @param results of its changes; none before the plan is applied
 */
export const consequence = (coming: Coming, plan: Plan, results: readonly ChangeResult[]): string => {
  const { changes, frozen, unapproved, unfunded, findings } = coming;
  const { freeze } = plan;
  if (frozen.length > 0) {
    const until = freeze?.until ? `until ${freeze.until}` : 'for the end of the freeze';
    return `waiting ${until} (${freeze?.reason}): ${kindsOf([...changes, ...frozen])}`;
  }
  if (unapproved.length > 0) return `pending approval, because ${waitsText(unapproved)}: ${kindsOf(unapproved)}`;
  if (unfunded.length > 0) return `waiting for money that changes without approval free: ${kindsOf(unfunded)}`;
  if (changes.length > 0) return isDone(changes, results) ? `applied: ${kindsOf(changes)}` : planned(changes, plan);
  const codes = [...new Set(findings.map(({ code }) => code))].join(', ');
  return `no change${codes === '' ? '' : `, see ${codes} below`}`;
};

/**
 * What changes of the service wait for, in sentences. They omit the digest: an approval applies to the plan of all projects,
 * and this plan may be for one of them.
 */
export const pendingSentences = ({ changes, unapproved }: Coming, { verdict, mode }: Plan): string[] => {
  if (unapproved.length > 0) return ['Its changes need approval: see headroom plan.'];
  return changes.length > 0 && verdict === 'observe' ? [`Its changes are pending while the mode is ${mode}.`] : [];
};
