import { holderText, shortHolderText } from '../../../core/audit/holder-text.ts';
import { longestRunMs, netTexts, plannedText, type RunSummary, writtenText } from '../../../core/plan/run-summary.ts';
import { listRuns } from '../../../run/store/run-summaries.ts';
import { systemClock } from '../../../run/system-clock.ts';
import { isAbandoned } from '../../session/lease-recovery.ts';
import { type Cell, type Column, headFor, moneyColumns, showRows } from '../../shell/columns.ts';
import type { Console } from '../../shell/console.ts';
import { timeText } from '../../shell/short-text.ts';
import type { CommandContext } from '../command.ts';
import type { RunsFlags } from './options.ts';

/** `headroom runs`: the latest runs with outcome, counts, money and requester. */

/** A run in the list. Without an outcome it is in progress, or was interrupted. */
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

const columnsAt = (nowMs: number): readonly Column<ListedRun>[] => [
  {
    name: 'started',
    cell: ({ startedAt }, reader) => (reader === 'program' ? startedAt : timeText(startedAt, nowMs)),
  },
  { name: 'run', cell: ({ runId }) => runId },
  { name: 'outcome', cell: outcomeCell },
  { name: 'planned', cell: plannedText },
  { name: 'writes confirmed', cell: writtenText },
  { name: 'GB', cell: (run, reader) => (reader === 'program' ? netTexts(run).gb.replace('+', '') : netTexts(run).gb) },
  ...moneyColumns<ListedRun>(
    'per month',
    (run) => netTexts(run).monthly,
    ({ plan }) => plan?.currency,
  ),
  { name: 'findings', cell: ({ findings }) => findings },
  { name: 'trigger', cell: ({ trigger }) => trigger?.kind ?? '' },
  {
    name: 'by',
    cell: ({ trigger }, reader) => (reader === 'program' ? holderText : shortHolderText)(trigger?.by ?? ''),
  },
  { name: 'version', cell: ({ codeVersion }) => codeVersion ?? '' },
];

const show = (console: Console, runs: readonly ListedRun[], nowMs: number) => {
  if (runs.length === 0) return console.line('No runs yet. Start one with headroom apply.');
  showRows(console.records, console.reader, columnsAt(nowMs), runs);
};

/** Whether a run goes on, as far as its record and the processes of this machine say. */
const isRunning = ({ outcome, startedAt, trigger }: RunSummary, nowMs: number): boolean =>
  outcome === null && nowMs - Date.parse(startedAt) < longestRunMs && !isAbandoned({ holder: trigger?.by ?? '' });

export const run = async ({ flags, console, openStore }: CommandContext<RunsFlags>): Promise<void> => {
  const nowMs = systemClock.now();
  console.expectRecords(headFor(columnsAt(nowMs), console.reader), true);
  const { store } = await openStore();
  const listed = await listRuns(store, flags.last);
  const runs = listed.runs.map((listedRun) => ({ ...listedRun, running: isRunning(listedRun, nowMs) }));
  const { rows, leftOut } = console.listed(columnsAt(nowMs), runs);
  console.answer({ runs: rows, leftOut, unreadable: listed.unreadable }, () => show(console, runs, nowMs));
  for (const key of listed.unreadable) console.problem(`not listed: ${key} in the store cannot be read`);
};
