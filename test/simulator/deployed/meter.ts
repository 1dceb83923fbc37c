import type { TaskName } from '../../../lib/contract/task-contract.ts';
import { tasks } from '../../../lib/contract/tasks.ts';
import type { Billing } from '../../../lib/workflow/execution.ts';
import type { MonthlyUse } from '../../kept-counts/monthly-bill.ts';

/** What AWS bills, as quantities of some time. */
export type Used = Readonly<Record<keyof MonthlyUse, number>>;

/** What AWS bills of everything that a simulated deployment does. */
export interface Meter extends Pick<Billing, 'transition' | 'payload'> {
  readonly invocation: (task: TaskName, ms: number) => void;
  /** A write of so many bytes, or a listing. */
  readonly put: (bytes?: number) => void;
  readonly get: () => void;
  /** What was used so far. */
  readonly used: () => Used;
  /** The longest input or answer of a task, in characters of JSON. */
  readonly largestPayload: () => number;
}

const monthMs = 730 * 3_600_000;

const gbSeconds = (gb: number, ms: number) => (gb * ms) / 1000;

/** A month that goes on as so many milliseconds did. @param before what was used before they began */
export const monthOf = (used: Used, ms: number, before?: Used): MonthlyUse => {
  const ofMonth = (thing: keyof Used) => ((used[thing] - (before?.[thing] ?? 0)) * monthMs) / ms;
  return {
    transitions: ofMonth('transitions'),
    invocations: ofMonth('invocations'),
    duration: ofMonth('duration'),
    puts: ofMonth('puts'),
    gets: ofMonth('gets'),
    written: ofMonth('written'),
  };
};

export const createMeter = (): Meter => {
  const used = { transitions: 0, invocations: 0, duration: 0, puts: 0, gets: 0, written: 0 };
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
    put: (bytes = 0) => {
      used.puts += 1;
      used.written += bytes;
    },
    get: () => {
      used.gets += 1;
    },
    used: () => ({ ...used }),
    largestPayload: () => largest,
  };
};
