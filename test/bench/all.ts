import { allocateBudget } from './allocate.ts';
import { apply } from './apply.ts';
import { bundles } from './bundles.ts';
import { cost } from './cost.ts';
import { embeddedPlatform } from './embedded-platform.ts';
import { evaluatePolicy } from './evaluate-policy.ts';
import { forecastGrowth } from './forecast.ts';
import { functionsFiftyThousand } from './functions-fifty-thousand.ts';
import { growth } from './growth.ts';
import { hostileInput } from './hostile-input.ts';
import { measuredInBundle } from './in-bundle.ts';
import type { Benchmark } from './measurement.ts';
import { overviewPage } from './overview.ts';
import { pass } from './pass.ts';
import { peers } from './peers.ts';
import { validateSearchConfig } from './search-config.ts';
import { simulate } from './simulate.ts';
import { simulator } from './simulator.ts';
import { startUp } from './start-up.ts';
import { texts } from './texts.ts';
import { twin } from './twin.ts';

/** All benchmarks in the order of the table. */
export const benchmarks: readonly Benchmark[] = [
  // First, because files that others have removed slow down the making of new ones for half a minute.
  apply,
  peers,
  pass,
  growth,
  {
    // `headroom plan` of a first enforcement: 10,000 services in 200 projects over HTTP, without a rate limit, in a process whose
    // code is loaded. The slowest answer to another client is what that feels meanwhile, in a process of its own. The longest
    // pause of the planner is the time in which its process answers no request, as where `start` serves the platform and the
    // dashboard in it. Each round is a process of its own.
    name: 'plan',
    rounds: 3,
    measure: () => measuredInBundle('plan-once.ts'),
  },
  {
    // The tasks of a pass over 50,000 services in 5,000 projects, on a directory store, each in a process of its own with the code
    // of its Lambda function in memory: with nothing to do, and as a first enforcement. `survey` reads one of the batches. `plan`
    // has a heap of 560 MB and `report` one of 400 MB where their memory is measured, so that garbage does not count; the time of
    // `plan` is that with the memory of its function.
    name: 'plan-50000',
    onlyByName: true,
    measure: functionsFiftyThousand,
  },
  {
    // What 200 rules of all kinds say of each of 100,000 services, on one core; most rules match few services.
    name: 'policy',
    rounds: 5,
    measure: evaluatePolicy,
  },
  {
    // Dividing one budget among services that all have another price, in an order that has nothing to do with their names. Each
    // size runs in a process of its own.
    name: 'budget',
    rounds: 3,
    measure: allocateBudget,
  },
  {
    // Real growth: files of public trees over years (test/core/forecast/growth), forecast every 30 days from histories of so many
    // days and compared with the highest value that came. Every source of the data weighs the same; losses are in the usual moves
    // of a series over as many days; drift is a straight line from the first value to the last one, and on. Generated growth:
    // error and coverage for every shape, against the same drift. Then the speed.
    name: 'forecast',
    measure: forecastGrowth,
  },
  texts,
  {
    // Validation of one search configuration that holds every option, warm.
    name: 'search-config',
    rounds: 3,
    measure: validateSearchConfig,
  },
  embeddedPlatform,
  {
    // Hostile requests to the embedded platform: each gets the error body, none a 5xx, and memory stays flat.
    name: 'hostile-input',
    onlyByName: true,
    measure: hostileInput,
  },
  simulator,
  simulate,
  twin,
  cost,
  {
    // The overview page of the dashboard for 10,000 services.
    name: 'overview',
    rounds: 3,
    measure: overviewPage,
  },
  {
    // Commands of the packed and installed package from start to end, against Node.js that does nothing: medians of seven rounds,
    // in turns, with the code that a round before them compiled.
    name: 'start-up',
    measure: startUp,
  },
  {
    // Size of the bundle of each Lambda, and its import and first call in a fresh process, against a bundle of the two AWS clients
    // that a task cannot do without.
    name: 'bundles',
    measure: bundles,
  },
];
