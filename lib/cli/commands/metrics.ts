import { figuresText } from '../../run/status/figures.ts';
import { systemClock } from '../../run/system-clock.ts';
import { openCommandStore } from '../session/open-store.ts';
import type { StoreFlags } from '../session/store-options.ts';
import type { CommandLine } from '../shell/command-line.ts';
import { print } from '../shell/print.ts';

/** Prints the figures of the store for Prometheus. */
export const run = async (line: CommandLine, flags: StoreFlags): Promise<void> => {
  const store = await openCommandStore(line.environment, flags);
  print(line.out, await figuresText({ store, clock: systemClock }));
};
