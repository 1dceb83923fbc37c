import { discover } from '../../functions/discover.ts';
import { plan } from '../../functions/plan.ts';
import { report } from '../../functions/report.ts';
import { survey } from '../../functions/survey.ts';
import { createDirectoryStore } from '../../lib/local/directory-store.ts';
import { systemClock } from '../../lib/run/system-clock.ts';
import { alike } from './stored-organization.ts';

/**
 * Runs one task on a store in a process of its own, and prints its output and what it took, with the code of its Lambda
 * function in memory: `node task-alone.mjs TASK INPUT FOLDER on|off BUNDLE`.
 */
const [name = '', input = '', folder = '', state = '', bundle = ''] = process.argv.slice(2);

/** The first call loads and builds all that a function needs, also where its contract refuses the input. */
const { handler } = await import(bundle);
const { write } = process.stdout;
process.stdout.write = () => true;
await handler({}, { awsRequestId: 'none', getRemainingTimeInMillis: () => 900_000 }).catch((error: Error) => {
  if (error.name !== 'ZodError') throw error;
});
process.stdout.write = write;

const ports = {
  store: createDirectoryStore(folder),
  platform: alike(state === 'on'),
  clock: systemClock,
  bus: { publish: async () => undefined },
};
const tasks: Readonly<Record<string, (input: never) => Promise<unknown>>> = {
  discover: discover(ports),
  survey: survey(ports),
  plan: plan(ports),
  report: report(ports),
};
const before = process.cpuUsage();
const output = await tasks[name]?.(JSON.parse(input) as never);
const { user, system } = process.cpuUsage(before);
const peakMb = process.resourceUsage().maxRSS / 1024;
process.stdout.write(JSON.stringify({ output, seconds: (user + system) / 1e6, peakMb }));
