import { progressText, type RunProgress } from '../facts/progress.ts';
import { html, type Markup } from '../pictures/html.ts';

/** How far a run is; assets/live.js keeps it up to date. Null: unknown. */
export const progressPart = (runId: string, progress: RunProgress | null): Markup | string => {
  if (progress === null) return '';
  const { done, all } = progress;
  const counts = all === null ? '' : html` value="${done}" max="${all}"`;
  return html`<p class="progress" data-run="${runId}"><progress aria-label="Changes of run ${runId}"${counts}></progress> <span>${progressText(progress)}</span></p>`;
};
