import type { Outcome, RunSummary } from '../../core/plan/run-summary.ts';
import { progressText, type RunProgress } from '../facts/progress.ts';
import { html, type Markup } from '../pictures/html.ts';
import { chip } from './parts.ts';

/** Colour and mark of an outcome; the word beside it says the same. */
const looks: Readonly<Record<Outcome, readonly [tone: string, mark?: 'alert']>> = {
  nothing: ['impossible'],
  applied: ['ours'],
  coalesced: ['impossible'],
  observed: ['others'],
  stopped: ['impossible'],
  'needs-approval': ['optedout', 'alert'],
  refused: ['optedout'],
  partial: ['notyet', 'alert'],
  failed: ['notyet', 'alert'],
};

export const outcomeChip = (outcome: Outcome): Markup => chip(looks[outcome][0], outcome, looks[outcome][1] ?? '');

/**
 * The state of a run in a list.
 * @param isOver whether a run without an end can no longer be at work
 */
export const runChip = ({ outcome }: RunSummary, isOver: boolean): Markup => {
  if (outcome !== null) return outcomeChip(outcome);
  return isOver ? chip('notyet', 'interrupted', 'alert') : chip('exempt', 'running or interrupted', 'busy');
};

/** How far a run is; assets/live.js keeps it up to date. Null: unknown. */
export const progressPart = (runId: string, progress: RunProgress | null): Markup | string => {
  if (progress === null) return '';
  const { done, all } = progress;
  const counts = all === null ? '' : html` value="${done}" max="${all}"`;
  return html`<p class="progress" data-run="${runId}"><progress aria-label="Changes of run ${runId}"${counts}></progress> <span>${progressText(progress)}</span></p>`;
};
