import { hourMs } from '../../../lib/core/model/durations.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { enabled, many, type ScenarioProject } from '../directed/parts.ts';
import type { FaultRates } from '../engine/faults.ts';
import type { Life, LifeOptions } from '../life.ts';
import { always, isEndpointOf, isIn, isWriteIn, silent } from './faults.ts';

/** A fault that stays for ever, in an organization; everything that it does not concern must be protected all the same. */
export interface LastingFault {
  readonly name: string;
  /** Passes after which everything that the fault does not concern is as policy wants it. */
  readonly promise: number;
  readonly projects: ScenarioProject[];
  readonly interfere?: LifeOptions['interfere'];
  readonly fate?: LifeOptions['fate'];
  readonly rates?: FaultRates;
  /** Input of a pass instead of the schedule's. */
  readonly input?: readonly unknown[];
  /** What is done before each pass. */
  readonly before?: (life: Life) => Promise<void>;
  /** Whether the fault itself keeps a service from being protected. */
  readonly isConcerned: (project: string, service: string) => boolean;
}

/** p0, in which the fault is, and two projects beside it; in each, one service has a maximum of 100 GB already. */
const three = (services: number): ScenarioProject[] =>
  ['p0', 'p1', 'p2'].map((name) => ({ ...enabled(name, many(1)), services: many(name === 'p0' ? services : 3) }));

const inP0 = (project: string) => project === 'p0';
const nothing = () => false;

/** Services of p0 whose every change fails; they come before its others. */
const changesThatFail = (status: number, count: number): LastingFault => {
  const failing = many(count, (n) => ({ name: `a${n}` }));
  const names = failing.map(({ name }) => name);
  const [p0, ...others] = three(3);
  return {
    name: `every change of ${count === 1 ? 'one service' : `${count} services`} is answered with ${status}`,
    promise: count === 1 ? 1 : 2,
    projects: p0 === undefined ? [] : [{ ...p0, services: [...failing, ...(p0.services ?? [])] }, ...others],
    interfere: always(isEndpointOf('p0', names), status),
    isConcerned: (project, service) => project === 'p0' && names.includes(service),
  };
};

const spoil = async ({ store }: Life, folders: readonly string[]) => {
  for (const folder of folders) {
    for (const key of await store.list(folder)) await store.put(key, '{"version":');
  }
};

/** Every run dies right after the same step; those of this organization begin to write before their 200th. */
const killedAt = (step: number, promise: number): LastingFault => {
  let steps = 0;
  return {
    name: `every run is killed at its ${step}th step`,
    promise,
    projects: three(3),
    before: async () => {
      steps = 0;
    },
    fate: (_, when) => {
      if (when === 'after') steps += 1;
      return when === 'after' && steps === step ? 'run' : undefined;
    },
    isConcerned: nothing,
  };
};

/** Before each pass something is throttled while the clock is ahead: the time that it notes is no reason to wait. */
const throttledAhead = (): LastingFault => {
  let isNext = false;
  const isThrottled = () => {
    const is = isNext;
    isNext = false;
    return is;
  };
  return {
    name: 'before each pass a request is answered with 429 while the clock is three hours ahead',
    promise: 1,
    projects: three(3),
    interfere: always(isThrottled, 429),
    before: async (life) => {
      isNext = true;
      life.setSkew(3 * hourMs);
      await life.time.until(life.deployment.watch());
      life.setSkew(0);
    },
    isConcerned: nothing,
  };
};

export const lastingFaults: readonly LastingFault[] = [
  {
    name: 'a project answers every request with 403',
    promise: 1,
    projects: three(3),
    interfere: always(isIn('p0'), 403),
    isConcerned: inP0,
  },
  {
    name: 'a project answers every write with 403, and many of its services wait for one',
    promise: 2,
    projects: three(14),
    interfere: always(isWriteIn('p0'), 403),
    isConcerned: inP0,
  },
  changesThatFail(409, 1),
  changesThatFail(500, 1),
  changesThatFail(500, 4),
  changesThatFail(409, 12),
  {
    name: 'a project never answers',
    promise: 1,
    projects: three(3),
    interfere: silent(isIn('p0')),
    isConcerned: inP0,
  },
  {
    name: 'a project answers every request with 429',
    promise: 1,
    projects: three(3),
    interfere: always(isIn('p0'), 429),
    isConcerned: inP0,
  },
  throttledAhead(),
  {
    name: 'an event that cannot be parsed is in every batch',
    promise: 1,
    projects: three(3),
    input: [
      { 'detail-type': 'ServiceCreated', detail: 'not an object' },
      'not even that',
      { 'detail-type': 'PolicyChanged', detail: {} },
    ],
    isConcerned: nothing,
  },
  ...(['survey', 'apply'] as const).map(
    (task): LastingFault => ({
      name: `${task} dies whenever it works on one project`,
      promise: 1,
      projects: three(3),
      fate: (called, when, input) =>
        called === task && when === 'before' && (input as { project?: number }).project === 0 ? 'task' : undefined,
      isConcerned: inP0,
    }),
  ),
  killedAt(200, 4),
  killedAt(240, 2),
  {
    name: 'the bus takes nothing',
    promise: 1,
    projects: three(3),
    rates: { 'bus-down': 1 },
    isConcerned: nothing,
  },
  {
    name: 'reports, plans that wait for approval and approvals are unreadable',
    promise: 1,
    projects: three(3),
    before: async (life) => {
      await life.store.put(keys.approval('0'.repeat(64)), '');
      const runs = (await life.store.list(keys.runs)).filter((key) => key.endsWith('/report.json'));
      await spoil(life, [...runs, keys.reported, keys.proposedPlans, keys.approvals]);
    },
    isConcerned: nothing,
  },
  {
    name: 'everything that is remembered from run to run is unreadable',
    promise: 2,
    projects: three(3),
    before: (life) =>
      spoil(life, [keys.projectRecords, 'lookups/price/', keys.reported, keys.inventoryIndex, keys.runSummaries]),
    isConcerned: nothing,
  },
];
