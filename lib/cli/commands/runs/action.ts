import { holderText, shortHolderText } from '../../../core/audit/holder-text.ts';
import { netOf, plannedText, type RunSummary, writtenText } from '../../../core/plan/run-summary.ts';
import type { Store } from '../../../ports.ts';
import { currentReaders } from '../../../run/inventory/readers.ts';
import { learn, readLease } from '../../../run/status/store-facts.ts';
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

/** The runs that read, and the one that holds the lease; none for a lease that is unreadable. */
const runsInProgress = async (store: Store): Promise<ReadonlySet<string>> => {
  const nowMs = systemClock.now();
  const readers = await currentReaders(store, nowMs);
  const reading = readers.filter(({ by }) => !isAbandoned({ holder: by })).map(({ runId }) => runId);
  const lease = await learn(() => readLease(store, nowMs, isAbandoned));
  if ('error' in lease || lease.value === null) return new Set(reading);
  const { runId, leftMs, abandoned } = lease.value;
  return new Set(leftMs > 0 && !abandoned ? [...reading, runId] : reading);
};

export const run = async ({ flags, console, openStore }: CommandContext<RunsFlags>): Promise<void> => {
  console.expectRecords(Object.keys(columns));
  const { store } = await openStore();
  const [listed, inProgress] = [await listRuns(store, flags.last), await runsInProgress(store)];
  const runs = listed.runs.map((one) => ({ ...one, running: one.outcome === null && inProgress.has(one.runId) }));
  console.answer({ runs, unreadable: listed.unreadable }, () => show(console, runs, systemClock.now()));
  for (const key of listed.unreadable) console.problem(`not listed: ${key} in the store cannot be read`);
};
