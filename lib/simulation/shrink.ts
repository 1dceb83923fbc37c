import type { FaultKind } from './engine/faults.ts';
import type { Violation } from './laws/watcher.ts';
import { type SimulationOptions, simulate } from './simulate.ts';

/** A simulation that breaks a law, as small as it could be made; a file of it is a test (test/simulation/seeds). */
export interface FailingCase {
  readonly law: string;
  readonly options: Pick<SimulationOptions, 'seed' | 'days' | 'size' | 'rates' | 'passEveryHours'>;
}

type Options = FailingCase['options'];

const breaks = async (law: string, options: Options): Promise<Violation | undefined> => {
  const { violations } = await simulate(options);
  return violations.find((violation) => violation.law === law);
};

/** The fewest days after which the law is broken: by halves. */
const fewestDays = async (law: string, options: Options): Promise<Options> => {
  let [least, most] = [1, options.days];
  while (least < most) {
    const days = Math.floor((least + most) / 2);
    if ((await breaks(law, { ...options, days })) === undefined) least = days + 1;
    else most = days;
  }
  return { ...options, days: most };
};

/** Leaves out every fault without which the law is broken too. */
const fewestFaults = async (law: string, options: Options): Promise<Options> => {
  let smallest = options;
  for (const kind of Object.keys(options.rates) as FaultKind[]) {
    const { [kind]: _, ...rates } = smallest.rates;
    const smaller = { ...smallest, rates };
    if ((await breaks(law, smaller)) !== undefined) smallest = smaller;
  }
  return smallest;
};

/** Makes a failing simulation small: fewer days, fewer services, fewer faults, as long as it breaks the same law. */
export const shrink = async (law: string, options: Options): Promise<FailingCase> => {
  let smallest = await fewestDays(law, options);
  for (;;) {
    const { services, projects } = smallest.size;
    const size = { projects: Math.max(1, Math.ceil(projects / 2)), services: Math.ceil(services / 2) };
    const smaller = { ...smallest, size };
    if (services < 2 || (await breaks(law, smaller)) === undefined) break;
    smallest = smaller;
  }
  smallest = await fewestFaults(law, smallest);
  return { law, options: await fewestDays(law, smallest) };
};
