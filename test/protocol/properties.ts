import { runIn } from './model.ts';
import { type Assumptions, budgetGb, committedGb, nameOf, type RunName, runNames, type State } from './moves.ts';

/** What must hold in every state that runs can reach. */
export interface Property {
  readonly name: string;
  /** Without which assumptions it is not promised. */
  readonly needs: readonly (keyof Assumptions)[];
  readonly holds: (state: State) => boolean;
}

export const properties: readonly Property[] = [
  {
    name: 'the budget is never exceeded',
    needs: ['noLateWrite'],
    holds: (state) => committedGb(state) <= budgetGb,
  },
  {
    name: 'no maximum is below the disk that it is for',
    needs: ['noLateWrite', 'noGrowthDuringWrite'],
    holds: ({ maximums, provisioned }) => maximums.every((gb, service) => gb >= (provisioned[service] ?? 0)),
  },
  {
    name: 'each approved change takes effect at most once',
    needs: ['isApproved'],
    holds: ({ effects }) => new Set(effects).size === effects.length,
  },
  {
    name: 'only approved changes are on their way',
    needs: ['isApproved'],
    holds: ({ protocol, flights }) =>
      flights.every(({ run, write }) => runIn(protocol, run).reserved.includes(nameOf(write))),
  },
  {
    name: 'the audit of a sealed run has each of its writes',
    needs: [],
    holds: ({ protocol }) =>
      runNames.every((run) => {
        const { sent, audited, isSealed } = runIn(protocol, run);
        return !isSealed || sent.every((write) => audited.includes(write));
      }),
  },
  {
    name: 'writes of two runs are never outside the audit at the same time',
    needs: [],
    holds: ({ protocol }) =>
      runNames.filter((run) => {
        const { sent, isSealed } = runIn(protocol, run);
        return sent.length > 0 && !isSealed;
      }).length <= 1,
  },
  {
    name: 'a write has an intent until its result is stored',
    needs: [],
    holds: ({ protocol, flights }) =>
      flights.every(({ run, write }) => runIn(protocol, run).open.includes(nameOf(write))),
  },
];

/** Whether a run has come to its end: it is over and its writes are in the audit. */
export const hasEnded = ({ protocol }: State, run: RunName): boolean => {
  const { lease } = protocol;
  const hasLease = lease.run === run && lease.is !== 'released';
  const { hasDecided, isSealed } = runIn(protocol, run);
  return !hasLease && (!hasDecided || isSealed);
};
