import { dayMs, hourMs, isoInstant } from '../../../core/model/durations.ts';
import { type DeploymentStatus, deploymentsSummary, worstState } from '../../../core/status/deployments.ts';
import { systemClock, systemSleep } from '../../../run/system-clock.ts';
import { contextsFile, readContexts, readNamedContexts } from '../../session/contexts.ts';
import { openStore } from '../../session/open-store.ts';
import { type CommandLine, exitStatus } from '../../shell/command-line.ts';
import type { Cell, Console } from '../../shell/console.ts';
import type { CommandContext } from '../command.ts';
import { agoText } from '../../shell/short-text.ts';
import { UsageError } from '../../shell/usage-error.ts';
import { deploymentsStatus } from '../../status/deployments.ts';
import type { StatusFlags } from './options.ts';

/** `headroom status --deployments`: one line for each context, by its store alone. */

const styles = { ok: 'green', attention: 'yellow', problem: 'red', unknown: 'red' } as const;

const unknown: Cell = { text: 'unknown', style: 'dim' };

const disksCell = ({ disks }: DeploymentStatus): Cell => {
  if (disks === null) return unknown;
  const count = `${disks.nearlyFull} of ${disks.known + disks.unknown}`;
  return disks.unknown === 0 ? count : `${count} (${disks.unknown} unknown)`;
};

const lastRunCell = ({ state, lastRun }: DeploymentStatus, nowMs: number): Cell => {
  if (lastRun !== null) return `${lastRun.outcome}, ${agoText(lastRun.endedAt, nowMs)}`;
  return state === 'unknown' ? unknown : 'none yet';
};

const show = (console: Console, all: readonly (DeploymentStatus & { readonly name: string })[]): void => {
  const nowMs = systemClock.now();
  console.records(
    ['deployment', 'state', 'disks at 90 %', 'approvals', 'last run', 'status', 'remedy'],
    all.map((one): Cell[] => [
      one.name,
      { text: one.state, style: styles[one.state] },
      disksCell(one),
      one.waitingApprovals ?? unknown,
      lastRunCell(one, nowMs),
      one.says,
      one.remedy,
    ]),
  );
  console.line({ text: deploymentsSummary(all), style: 'bold' });
};

/** @throws UsageError if no context is there, or the file is invalid */
const deploymentsIn = async (line: CommandLine, file: string | true) => {
  const { contexts } = file === true ? await readContexts(line.environment) : await readNamedContexts(file);
  if (contexts.length > 0) return contexts;
  throw new UsageError(
    `${file === true ? contextsFile(line.environment) : file}: has no contexts; see docs/operate.md#several-organizations`,
  );
};

/** Reads the stores of all deployments; exit 1 if one is a problem or unknown. */
export const run = async (context: CommandContext<StatusFlags>, file: string | true): Promise<number> => {
  const { line, flags, console } = context;
  const { HEADROOM_STORE: _, ...environment } = line.environment;
  const all = await deploymentsStatus(await deploymentsIn(line, file), {
    // Without a profile of its own it uses the profile of the shell, never the one of the current context.
    open: async ({ store, organization, awsProfile: AWS_PROFILE }) =>
      (await openStore({ store }, { ...environment, AWS_PROFILE }, () => organization)).store,
    clock: systemClock,
    sleep: systemSleep,
    longestMsAgo: flags.maxAge === undefined ? dayMs : flags.maxAge * hourMs,
  });
  // An interrupted check has no verdict.
  line.signal.throwIfAborted();
  const exitOf = (state: DeploymentStatus['state']) =>
    state === 'problem' || state === 'unknown' ? exitStatus.failed : exitStatus.ok;
  const verdict = worstState(all);
  const deployments = all.map((one) => ({ ...one, exit: exitOf(one.state) }));
  console.answer({ verdict, checkedAt: isoInstant(systemClock.now()), deployments }, () => show(console, all));
  return exitOf(verdict);
};
