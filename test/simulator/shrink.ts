import type { FaultKind } from './engine/faults.ts';
import { type SimulationOptions, simulate } from './simulate.ts';
import type { BrokenLaw } from './sparing/unchanged.ts';

/** A simulation that breaks a law, as small as it could be made; a file of it is a test (test/simulator/seeds). */
export interface FailingCase {
  readonly law: string;
  readonly options: Pick<
    SimulationOptions,
    'seed' | 'days' | 'size' | 'rates' | 'passEveryHours' | 'weather' | 'unchanged'
  >;
}

type Options = FailingCase['options'];
type Run = (options: Options) => Promise<{ readonly violations: readonly Pick<BrokenLaw, 'law'>[] }>;

const breaksBy =
  (run: Run, law: string) =>
  async (options: Options): Promise<boolean> =>
    (await run(options)).violations.some((violation) => violation.law === law);

type Breaks = ReturnType<typeof breaksBy>;

/** The fewest days after which the law is broken: by halves. */
const fewestDays = async (breaks: Breaks, options: Options): Promise<Options> => {
  let [least, most] = [1, options.days];
  while (least < most) {
    const days = Math.floor((least + most) / 2);
    if (await breaks({ ...options, days })) most = days;
    else least = days + 1;
  }
  return { ...options, days: most };
};

/** Leaves out every fault without which the law is broken too. */
const fewestFaults = async (breaks: Breaks, options: Options): Promise<Options> => {
  let smallest = options;
  for (const kind of Object.keys(options.rates) as FaultKind[]) {
    const { [kind]: _, ...rates } = smallest.rates;
    const smaller = { ...smallest, rates };
    if (await breaks(smaller)) smallest = smaller;
  }
  return smallest;
};

/** Halves the organization as long as the law is broken. */
const fewestServices = async (breaks: Breaks, options: Options): Promise<Options> => {
  const { services, projects } = options.size;
  const size = { projects: Math.ceil(projects / 2), services: Math.ceil(services / 2) };
  const smaller = { ...options, size };
  return services > 1 && (await breaks(smaller)) ? fewestServices(breaks, smaller) : options;
};

/**
 * Makes a failing simulation small: fewer days, services and faults, as long as it breaks the same law.
 * @param run the simulation; a test gives another one
 */
export const shrink = async (law: string, options: Options, run: Run = simulate): Promise<FailingCase> => {
  const breaks = breaksBy(run, law);
  const short = await fewestDays(breaks, options);
  const simple = await fewestFaults(breaks, await fewestServices(breaks, short));
  return { law, options: await fewestDays(breaks, simple) };
};
