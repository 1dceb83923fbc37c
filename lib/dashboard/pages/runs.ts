import { holderText } from '../../core/audit/holder-text.ts';
import { counted, grouped } from '../../core/model/visible-text.ts';
import { netOf, plannedText, type RunSummary, writtenText } from '../../core/plan/run-summary.ts';
import type { OpenRun } from '../facts/latest.ts';
import { html, type Markup } from '../pictures/html.ts';
import { type TimelineRun, timeline } from '../pictures/timeline.ts';
import { copyButton, runLink, time } from './layout.ts';
import { outcomeTone, progressPart, runChip } from './outcome.ts';
import { numeric, table } from './tables.ts';

const actions = ['enable', 'raise', 'lower', 'disable'] as const;

const net = (run: RunSummary): string => {
  const { gb, monthly } = netOf(run);
  return gb === '' ? '' : `${gb} GB${monthly === '' ? '' : `, ${monthly}`}`;
};

const changesOf = ({ plan }: RunSummary): number =>
  plan === null ? 0 : actions.reduce((sum, action) => sum + plan[action], 0);

/** Runs for a picture, the oldest first. */
export const timelineOf = (runs: readonly RunSummary[]): TimelineRun[] =>
  runs.toReversed().map((run) => ({
    tone: outcomeTone(run.outcome),
    changes: changesOf(run),
    title: `${run.startedAt.slice(0, 16).replace('T', ' ')}: ${run.outcome ?? 'without an end'}. ${grouped(plannedText(run))}`,
  }));

const head = [
  'run',
  'outcome',
  'planned',
  numeric('writes confirmed'),
  numeric('change a month'),
  numeric('findings'),
  'started by',
];

/** The latest runs, newest first. */
export const runs = (all: readonly RunSummary[], open: readonly OpenRun[]): Markup => {
  if (all.length === 0)
    return html`<section class="card"><p class="empty">No runs yet. Start one with <code>headroom apply</code>.</p></section>`;
  const openBy = new Map(open.map((one) => [one.run.runId, one]));
  const rows = all.map((run) => {
    const own = openBy.get(run.runId);
    return [
      html`${runLink(run.runId, time(run.startedAt))}${copyButton(run.runId, `the name of the run of ${run.startedAt}`)}`,
      html`${runChip(run, own?.isOver ?? false)}${progressPart(run.runId, own?.progress ?? null)}`,
      grouped(plannedText(run)),
      writtenText(run),
      net(run),
      String(run.findings),
      holderText(run.trigger?.by || run.trigger?.kind || ''),
    ];
  });
  return html`<section class="card"><h2>Changes of the latest ${counted(all.length, 'run')}</h2>${timeline(timelineOf(all))}</section><section class="card"><h2>Runs</h2>${table('Runs', head, rows)}</section>`;
};
