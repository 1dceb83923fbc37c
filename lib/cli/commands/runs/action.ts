import { holderText, shortHolderText } from '../../../core/audit/holder-text.ts';
import { longestRunMs, netOf, plannedText, type RunSummary, writtenText } from '../../../core/plan/run-summary.ts';
import { listRuns } from '../../../run/store/run-summaries.ts';
import { systemClock } from '../../../run/system-clock.ts';
import { isAbandoned } from '../../session/lease-recovery.ts';
import type { Cell, Console } from '../../shell/console.ts';
import { timeText } from '../../shell/short-text.ts';
import type { CommandContext } from '../command.ts';
import type { RunsFlags } from './options.ts';

/** `headroom runs`: the latest runs with outcome, counts, money and requester. */

/** A run in the list. One without an outcome is in progress, or was interrupted. */
type ListedRun = RunSummary & { readonly running: boolean };

const styles = {
  failed: 'red',
  partial: 'yellow',
  'needs-approval': 'yellow',
  refused: 'yellow',
  applied: 'green',
} as const;

const outcomeCell = ({ outcome, running, unpublished }: ListedRun): Cell => {
  if (outcome === null) return running ? 'running' : { text: 'interrupted', style: 'yellow' };
  if (unpublished) return { text: `${outcome}, events not published`, style: 'yellow' };
  return outcome in styles ? { text: outcome, style: styles[outcome as keyof typeof styles] } : outcome;
};

const columns: Readonly<Record<string, (run: ListedRun, nowMs: number, isData: boolean) => Cell>> = {
  started: ({ startedAt }, nowMs) => timeText(startedAt, nowMs),
  run: ({ runId }) => runId,
  outcome: outcomeCell,
  planned: plannedText,
  'writes confirmed': writtenText,
  GB: (run) => netOf(run).gb,
  'per month': (run) => netOf(run).monthly,
  findings: ({ findings }) => findings,
  trigger: ({ trigger }) => trigger?.kind ?? '',
  by: ({ trigger }, _, isData) => (isData ? holderText : shortHolderText)(trigger?.by ?? ''),
  version: ({ codeVersion }) => codeVersion ?? '',
};

const show = (console: Console, runs: readonly ListedRun[], nowMs: number) => {
  if (runs.length === 0) return console.line('No runs yet. Start one with headroom apply.');
  const cells = Object.values(columns);
  console.records(
    Object.keys(columns),
    runs.map((run) => cells.map((cell) => cell(run, nowMs, console.isData))),
  );
};

/** Whether a run goes on, as far as its record and the processes of this machine say. */
const isRunning = ({ outcome, startedAt, trigger }: RunSummary, nowMs: number): boolean =>
  outcome === null && nowMs - Date.parse(startedAt) < longestRunMs && !isAbandoned({ holder: trigger?.by ?? '' });

export const run = async ({ flags, console, openStore }: CommandContext<RunsFlags>): Promise<void> => {
  console.expectRecords(Object.keys(columns));
  const { store } = await openStore();
  const listed = await listRuns(store, flags.last);
  const nowMs = systemClock.now();
  const runs = listed.runs.map((one) => ({ ...one, running: isRunning(one, nowMs) }));
  console.answer({ runs, unreadable: listed.unreadable }, () => show(console, runs, nowMs));
  for (const key of listed.unreadable) console.problem(`not listed: ${key} in the store cannot be read`);
};
