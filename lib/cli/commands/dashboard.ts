import { once } from 'node:events';
import { openForCommand } from '../session/open-store.ts';
import type { StoreFlags } from '../session/store-options.ts';
import { type CommandLine, exitStatus } from '../shell/command-line.ts';
import { consoleOf } from '../shell/console.ts';
import { openDashboard } from '../stored/open-dashboard.ts';

/** `headroom dashboard`: pages about a store. */

export interface DashboardFlags extends StoreFlags {
  readonly port: number;
  readonly allowApprove?: boolean;
}

export const run = async (line: CommandLine, flags: DashboardFlags): Promise<number> => {
  const console = consoleOf(line, {});
  const { store, identity } = await openForCommand(line.environment, flags);
  const dashboard = await openDashboard(store, { port: flags.port, ...(flags.allowApprove && { approver: identity }) });
  try {
    console.line(`listening on ${dashboard.address}`);
    if (!line.signal.aborted) await once(line.signal, 'abort');
  } finally {
    await dashboard.close();
  }
  return exitStatus.ok;
};
