import { scaleSqrt } from 'd3-scale';
import { html, type Markup } from './html.ts';

/** A run in a picture of many. */
export interface TimelineRun {
  readonly tone: string;
  /** Changes that it carried out or planned. */
  readonly changes: number;
  readonly title: string;
}

/** Columns that the picture has room for, and columns that it always leaves room for. */
const most = 50;
const least = 24;
const column = 20;
const height = 64;
const ground = height - 7;

/** Runs from the oldest to the newest: a column each, the taller the more changes, with a foot of the outcome's colour. */
export const timeline = (runs: readonly TimelineRun[]): Markup => {
  const shown = runs.slice(-most);
  const width = Math.max(least, shown.length) * column;
  const y = scaleSqrt([0, shown.reduce((max, { changes }) => Math.max(max, changes), 1)], [0, ground - 4]);
  const columns = shown.map(({ tone, changes, title }, place) => {
    const x = place * column + 4;
    const tall = y(changes);
    return html`<g class="tone-${tone}"><title>${title}</title><rect x="${x}" y="${(ground - tall).toFixed(1)}" width="12" height="${tall.toFixed(1)}"/><rect x="${x}" y="${ground + 2}" width="12" height="5"/></g>`;
  });
  const words = `${shown.length} runs from the oldest to the newest, by the number of their changes`;
  return html`<svg class="timeline" viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" role="img" aria-label="${words}"><line class="ground" x1="0" x2="${width}" y1="${ground + 1}" y2="${ground + 1}"/>${columns}</svg>`;
};
