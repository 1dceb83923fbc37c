import type { Command } from 'commander';
import { callsFor } from '../../contract/call-rates.ts';
import { deploymentSize } from '../../contract/deployment-size.ts';
import { functionSizes } from '../../contract/function-sizes.ts';
import { telemetry } from '../../contract/telemetry.ts';
import { type Deployment, estimateCost, totalOf } from '../../core/cost.ts';
import { formatCents, formatExact } from '../../core/money.ts';
import { wholeNumber } from '../whole-number.ts';
import { readDefinition } from '../workflow.ts';
import { type CommandLine, consoleOf, example, exitStatus } from './command-line.ts';

interface CostFlags {
  readonly services: number;
  readonly projects?: number;
  readonly events: number;
  readonly callsPerMinute: number;
  readonly allowances: boolean;
  readonly json?: boolean;
}

/** Services in a project where nobody says how many projects there are. */
const servicesPerProject = 100;
const mostServices = 1_000_000;

/** The stack as it is deployed by default. */
export const defaultDeployment = (callsPerMinute: number): Deployment => ({
  definition: JSON.parse(readDefinition('reconcile')),
  memoryMb: {
    discover: functionSizes.discover.memoryMb,
    survey: functionSizes.survey.memoryMb,
    plan: functionSizes.plan.memoryMb,
    apply: functionSizes.apply.memoryMb,
    report: functionSizes.report.memoryMb,
    'watch-services': functionSizes['watch-services'].memoryMb,
  },
  surveyCallsPerMinute: callsFor('survey', callsPerMinute),
  metrics: Object.keys(telemetry.metrics).length,
  ...deploymentSize,
});

/** Prints what a month of the automation itself costs at AWS. */
const run = (line: CommandLine, flags: CostFlags): number => {
  const console = consoleOf(line, flags.json);
  const { services, events, callsPerMinute } = flags;
  const projects = flags.projects ?? Math.max(1, Math.ceil(services / servicesPerProject));
  const options = { withAllowances: flags.allowances };
  const lines = estimateCost({ services, projects, events }, defaultDeployment(callsPerMinute), options);
  const total = totalOf(lines);
  if (flags.json) {
    const told = lines.map((one) => ({ ...one, cost: formatExact(one.cost) }));
    console.json({ services, projects, events, currency: 'USD', monthly: formatExact(total), lines: told });
    return exitStatus.ok;
  }
  console.table(
    ['item', 'quantity', 'of it free', 'unit', 'a month'],
    lines.map(({ item, quantity, free, unit, cost }) => [item, quantity, free, unit, formatCents(cost)]),
  );
  console.note('List prices of us-east-1; hourly passes; the free part is the allowance of the whole account.');
  console.line(`Cost: ${formatCents(total)} USD a month for ${services} services in ${projects} projects.`);
  return exitStatus.ok;
};

/** `headroom cost` */
export const addCost = (program: Command, line: CommandLine, end: (status: number) => void): void => {
  const command = program
    .command('cost')
    .description('what a month of Headroom itself costs at AWS')
    .option('--services <n>', 'services that are managed', wholeNumber(0, mostServices), 1_000)
    .option('--projects <n>', 'projects that they are in; default: one for every 100', wholeNumber(1, mostServices))
    .option('--events <n>', 'events a month that ask for a run', wholeNumber(0, mostServices), 100)
    .option('--calls-per-minute <n>', 'platform calls a minute at most', wholeNumber(1, 10_000), 100)
    .option('--no-allowances', "count as if the account's monthly free allowances were used up already")
    .option('--json', 'print one JSON document on standard output');
  example(command, 'headroom cost --services 10000 --projects 100 --events 500');
  command.action((flags: CostFlags) => end(run(line, flags)));
};
