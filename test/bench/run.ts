import { createConsole } from '../../lib/cli/shell/console.ts';
import { allocateBudget } from './allocate.ts';
import { bundles } from './bundles.ts';
import { evaluatePolicy } from './evaluate-policy.ts';
import { forecastGrowth } from './forecast.ts';
import { hostileInput } from './hostile-input.ts';
import { overviewPage } from './overview.ts';
import { planFiftyThousand } from './plan-fifty-thousand.ts';
import { planLargeOrganization } from './plan-large-organization.ts';
import { validateSearchConfig } from './search-config.ts';
import { startUp } from './start-up.ts';
import { dashboardWatchers } from './watchers.ts';

/** One measured number, what it means, and what it should stay below. */
export interface Measurement {
  readonly benchmark: string;
  readonly measure: string;
  readonly value: number;
  readonly unit: string;
  readonly limit: number;
}

const console = createConsole({ out: process.stdout, err: process.stderr, colour: false });
const measurements: Measurement[] = [];
/** `--only watchers`: the benchmarks with this part of a name. */
const only = (process.argv[process.argv.indexOf('--only') + 1 || process.argv.length] ?? '').toLowerCase();
for (const benchmark of [
  planLargeOrganization,
  planFiftyThousand,
  evaluatePolicy,
  allocateBudget,
  hostileInput,
  validateSearchConfig,
  forecastGrowth,
  bundles,
  startUp,
  overviewPage,
  dashboardWatchers,
].filter(({ name }) => name.toLowerCase().includes(only)))
  measurements.push(...(await benchmark()));

if (process.argv.includes('--json')) console.json(measurements);
else {
  console.table(
    ['benchmark', 'measure', 'value', 'unit', 'limit'],
    measurements.map(({ benchmark, measure, value, unit, limit }) => [benchmark, measure, value, unit, limit]),
  );
}
