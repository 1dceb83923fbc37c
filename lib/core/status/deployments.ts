import type { KnownDisks } from '../disk/known-disks.ts';
import { nearlyFullPercent } from '../forecast/disk-fill.ts';
import { counted } from '../model/visible-text.ts';
import type { Outcome } from '../plan/outcome.ts';
import { countsText, type Learnt, type StatusLine, worstOf } from './status.ts';

/** What the store of a deployment says; null is unknown. */
export interface DeploymentFacts {
  readonly lines: readonly StatusLine[];
  /** As the last run saw them that described the whole organization. */
  readonly disks: KnownDisks | null;
  readonly waitingApprovals: number;
  readonly lastRun: { readonly runId: string; readonly outcome: Outcome; readonly endedAt: string } | null;
}

/** From good to bad: of a problem more is known than of a store that does not answer. */
const states = ['ok', 'attention', 'problem', 'unknown'] as const;

type DeploymentState = (typeof states)[number];

/** One deployment among several: its facts, null where they are unknown. */
export type DeploymentStatus = {
  readonly [Fact in Exclude<keyof DeploymentFacts, 'lines'>]: DeploymentFacts[Fact] | null;
} & Pick<DeploymentFacts, 'lines'> & {
    readonly state: DeploymentState;
    /** The first line that is not ok, or why nothing is known; empty if all is ok. */
    readonly says: string;
    readonly remedy: string;
  };

/** The state of one deployment; facts that could not be read make it unknown, never good. */
export const judgeDeployment = (learnt: Learnt<DeploymentFacts>, remedy: string): DeploymentStatus => {
  if ('error' in learnt) {
    const nothing = { lines: [], disks: null, waitingApprovals: null, lastRun: null };
    return { state: 'unknown', says: learnt.error, remedy, ...nothing };
  }
  const state = worstOf(learnt.value.lines);
  const worst = learnt.value.lines.filter(({ verdict }) => verdict !== 'ok' && verdict === state);
  const [first] = worst;
  if (first === undefined) return { ...learnt.value, state, says: '', remedy: '' };
  const more = worst.length === 1 ? '' : ` (and ${worst.length - 1} more)`;
  return { ...learnt.value, state, says: `${first.subject}: ${first.says}${more}`, remedy: first.remedy };
};

/** The worst state of all deployments; unknown without any. */
export const worstState = (all: readonly Pick<DeploymentStatus, 'state'>[]): DeploymentState =>
  states.findLast((state) => all.some((one) => one.state === state)) ?? 'unknown';

/** `Deployments: unknown; 2 ok, 1 unknown. 3 disks at 90 % or more, unknown in 1 deployment.` */
export const deploymentsSummary = (all: readonly DeploymentStatus[]): string => {
  const counts = countsText(
    states,
    all.map(({ state }) => state),
  );
  const known = all.flatMap(({ disks }) => disks ?? []);
  const nearlyFull = known.reduce((sum, disks) => sum + disks.nearlyFull, 0);
  const missing = all.filter(({ disks }) => disks === null || disks.unknown > 0).length;
  const text = `Deployments: ${worstState(all)}; ${counts}.`;
  return `${text} ${counted(nearlyFull, 'disk')} at ${nearlyFullPercent} % or more${missing === 0 ? '' : `, not all known in ${counted(missing, 'deployment')}`}.`;
};
