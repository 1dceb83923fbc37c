import { holderText } from '../../core/audit/holder-text.ts';
import { counted, grouped } from '../../core/model/visible-text.ts';
import { netTexts, plannedText, type RunSummary, writtenText } from '../../core/plan/run-summary.ts';
import type { OpenRun } from '../facts/latest.ts';
import { html, type Markup } from '../pictures/html.ts';
import { runLink, time } from './layout.ts';
import { progressPart, runChip } from './outcome.ts';
import { numeric, table } from './tables.ts';

const net = (run: RunSummary): string => {
  const { gb, monthly } = netTexts(run);
  return gb === '' ? '' : `${gb} GB${monthly === '' ? '' : `, ${monthly} ${run.plan?.currency ?? ''}`}`;
};

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
  const openBy = new Map(open.map((openRun) => [openRun.run.runId, openRun]));
  const rows = all.map((run) => {
    const own = openBy.get(run.runId);
    return [
      runLink(run.runId, time(run.startedAt)),
      html`${runChip(run, own?.isOver ?? false)}${progressPart(run.runId, own?.progress ?? null)}`,
      grouped(plannedText(run)),
      writtenText(run),
      net(run),
      String(run.findings),
      holderText(run.trigger?.by || run.trigger?.kind || ''),
    ];
  });
  return html`<section class="card"><h2>The latest ${counted(all.length, 'run')}</h2>${table('Runs', head, rows)}</section>`;
};
