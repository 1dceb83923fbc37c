import { dayMs, isoInstant } from '../../core/model/durations.ts';
import { groupBy } from '../../core/model/grouping.ts';
import { html, type Markup } from './html.ts';

/** What can have changed a disk or its maximum. */
type Cause = 'policy' | 'budget' | 'grant' | 'disk' | 'hand';

/** A change on one day: days since 1970, UTC. */
export interface Mark {
  readonly day: number;
  readonly cause: Cause;
  readonly text: string;
}

/** A day by its date. */
export const dayText = (day: number): string => isoInstant(day * dayMs).slice(0, 10);

/**
 * Marks of a picture: one line for each day, with its changes as the title.
 * @param xOf where a day is
 * @param ends of a line, from the top down
 */
export const drawnMarks = (
  marks: readonly Mark[],
  xOf: (day: number) => string,
  [from, to]: readonly [from: number, to: number],
): Markup =>
  html`${[...groupBy(marks, ({ day }) => day)].map(([day, all]) => {
    const title = all.map(({ cause, text }) => `${cause}: ${text}`).join('; ');
    // The curve shows a new size already.
    const look = all.every(({ cause }) => cause === 'disk') ? 'mark disk' : 'mark';
    const x = xOf(day);
    return html`<g class="${look}"><title>${dayText(day)} ${title}</title><line x1="${x}" x2="${x}" y1="${from}" y2="${to}"/><circle cx="${x}" cy="${to}" r="4"/></g>`;
  })}`;

/** Changes that a reader sees without unfolding them. */
const mostOpen = 12;

/** The same changes for a reader who does not see the picture, the newest first. @param marks the newest first */
export const marksList = (marks: readonly Mark[]): Markup => {
  if (marks.length === 0) return html`<p class="note">No change in these days is on record.</p>`;
  const rows = marks.map(
    ({ day, cause, text }) => html`<tr><td>${dayText(day)}</td><td>${cause}</td><td>${text}</td></tr>`,
  );
  const open = marks.length > mostOpen ? '' : html` open`;
  return html`<details class="numbers"${open}><summary>Changes: the dots</summary><table><thead><tr><th scope="col">day</th><th scope="col">by</th><th scope="col">change</th></tr></thead><tbody>${rows}</tbody></table></details>`;
};
