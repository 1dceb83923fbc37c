import type { TaskName } from '../../../lib/contract/task-contract.ts';
import { tasks } from '../../../lib/contract/tasks.ts';
import { awsPrices, type PricedThing } from '../../../lib/core/running-cost/aws-prices.ts';
import type { Billing } from '../../../lib/workflow/execution.ts';

/** What AWS bills of everything that a simulated deployment does, as quantities of priced things. */
export interface Meter extends Pick<Billing, 'transition' | 'payload'> {
  readonly invocation: (task: TaskName, ms: number) => void;
  readonly put: () => void;
  readonly get: () => void;
  /** What was used so far. */
  readonly used: () => Readonly<Record<Metered, number>>;
  /** States that were executed and billed. */
  readonly states: () => number;
  /** The longest input or answer of a task, in characters of JSON. */
  readonly largestPayload: () => number;
  /** US dollars a month, if a month goes on as these milliseconds did. */
  readonly monthlyCost: (ms: number) => number;
}

/** The priced things that are counted. */
export type Metered = Extract<PricedThing, 'transitions' | 'invocations' | 'duration' | 'puts' | 'gets'>;

const monthMs = 730 * 3_600_000;
const picoPerDollar = 1e12;

const gbSeconds = (gb: number, ms: number) => (gb * ms) / 1000;

export const createMeter = (): Meter => {
  const used: Record<Metered, number> = {
    transitions: 0,
    invocations: 0,
    duration: 0,
    puts: 0,
    gets: 0,
  };
  let largest = 0;
  return {
    transition: () => {
      used.transitions += 1;
    },
    payload: (length) => {
      largest = Math.max(largest, length);
    },
    invocation: (task, ms) => {
      used.invocations += 1;
      used.duration += gbSeconds(tasks[task].memoryMb / 1024, ms);
    },
    put: () => {
      used.puts += 1;
    },
    get: () => {
      used.gets += 1;
    },
    used: () => ({ ...used }),
    states: () => used.transitions,
    largestPayload: () => largest,
    monthlyCost: (ms) => {
      const months = ms / monthMs;
      const picos = Object.entries(used).map(([thing, amount]) => {
        const { pico } = awsPrices[thing as Metered];
        return BigInt(Math.ceil(amount / months)) * pico;
      });
      return Number(picos.reduce((sum, cost) => sum + cost, 0n)) / picoPerDollar;
    },
  };
};
