import { backtestStored } from '../../../capture/past.ts';
import { isCalendarDate } from '../../../core/model/calendar-date.ts';
import { counted } from '../../../core/model/visible-text.ts';
import { openCommandStore } from '../../session/open-store.ts';
import { type CommandLine, exitStatus } from '../../shell/command-line.ts';
import { createConsole } from '../../shell/console.ts';
import { formatOf } from '../../shell/output.ts';
import { UsageError } from '../../shell/usage-error.ts';
import { showBacktest } from './backtest-view.ts';
import type { SimulateFlags } from './options.ts';

type BacktestFlags = SimulateFlags & { readonly from: string };

/** Flags of the command that live a future, which a past does not have. */
const others = [
  ['scenario', '--scenario'],
  ['policy', '--policy'],
  ['against', '--against'],
  ['at', '--at'],
  ['failOn', '--fail-on'],
  ['live', '--live'],
  ['fromStore', '--from-store'],
] as const;

/** Whether the flags ask for a backtest. @throws UsageError if they ask for more, or name a store without one */
export const isBacktest = (flags: SimulateFlags): flags is BacktestFlags => {
  const { from, store, stack, live, fromStore } = flags;
  if (from === undefined) {
    if (live || fromStore || (store === undefined && stack === undefined)) return false;
    throw new UsageError('use --store and --stack with --live, --from-store or --from');
  }
  for (const [name, option] of others) {
    if (flags[name] !== undefined) throw new UsageError(`use --from without ${option}: it lives the past of the store`);
  }
  return true;
};

/** Days of measurements that a fit knows: what `headroom capture` takes, twice as far back. */
const fittedDays = 60;

const dayFrom = (text: string): number => {
  if (!isCalendarDate(text)) throw new UsageError(`--from ${text}: must be a day, such as 2030-01-31`);
  return Date.parse(text);
};

/** Lives the past from a day on and says how far the forecast of that day was from what happened. */
export const run = async (line: CommandLine, flags: BacktestFlags): Promise<number> => {
  const fromMs = dayFrom(flags.from);
  const format = formatOf(flags);
  if (format === 'html') throw new UsageError('use --from without -o html: it has no page');
  const console = createConsole(line, { format, quiet: line.quiet });
  const store = await openCommandStore(line.environment, flags);
  const { organization, ...result } = await backtestStored(store, { fromMs, days: fittedDays, seeds: flags.seeds });
  if (result.horizons.every(({ services }) => services === 0)) {
    throw new Error(
      `the store has no disk use both before and a week after ${flags.from}: ${counted(result.unmeasured.length, 'service')} not measured then; choose another day`,
    );
  }
  if (format === 'json') console.json({ organization, from: flags.from, seeds: flags.seeds, ...result });
  else showBacktest(console, flags.from, result);
  return exitStatus.ok;
};
