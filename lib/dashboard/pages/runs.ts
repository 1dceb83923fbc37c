import { holderText } from '../../core/audit/holder-text.ts';
import type { RunSummary } from '../../core/plan/run-summary.ts';
import { html, type Markup } from '../pictures/html.ts';
import { table, time } from './layout.ts';

const planned = ({ plan }: RunSummary): string =>
  plan === null
    ? ''
    : (['enable', 'raise', 'lower', 'disable'] as const)
        .flatMap((kind) => (plan[kind] === 0 ? [] : [`${plan[kind]} to ${kind}`]))
        .join(', ');

const written = ({ results: { confirmed, unconfirmed, failed, skipped } }: RunSummary): string => {
  const all = confirmed + unconfirmed + failed + skipped;
  return all === 0 ? '' : `${confirmed} of ${all}`;
};

const added = ({ plan }: RunSummary): string =>
  plan === null || plan.addedGb === 0
    ? ''
    : `+${plan.addedGb} GB${plan.addedMonthly === null ? '' : `, +${plan.addedMonthly}`}`;

/** The latest runs, newest first. */
export const runs = (all: readonly RunSummary[]): Markup =>
  all.length === 0
    ? html`<p class="empty">No runs yet. Start one with <code>headroom apply</code>.</p>`
    : table(
        'Runs',
        ['started', 'run', 'outcome', 'planned', 'writes confirmed', 'added a month', 'findings', 'started by'],
        all.map((run) => [
          time(run.startedAt),
          html`<a href="/runs/${encodeURIComponent(run.runId)}">${run.runId}</a>`,
          html`<span class="outcome ${run.outcome ?? 'running'}">${run.outcome ?? 'running or interrupted'}</span>`,
          planned(run),
          written(run),
          added(run),
          String(run.findings),
          holderText(run.trigger?.by || run.trigger?.kind || ''),
        ]),
      );
