import { grouped } from '../../../core/model/visible-text.ts';
import type { DayResult, PolicyResult } from '../../../core/twin/comparison.ts';
import { mapRange, type Range } from '../../../core/twin/ranges.ts';
import { type Curve, curvesPicture, legendOf } from '../../pictures/curves.ts';
import { html, type Markup } from '../../pictures/html.ts';
import { documentInFile } from '../layout.ts';
import { plainTable } from '../tables.ts';

/** Results of policies, as texts and tables. */
export interface Figures {
  /** What was counted, and what the numbers mean. */
  readonly lines: readonly string[];
  /** What waits for people, what is not known, and verdicts that failed. */
  readonly warnings: readonly string[];
  readonly tables: readonly {
    readonly title: string;
    readonly head: readonly string[];
    readonly rows: readonly (readonly string[])[];
    /** Long texts, which a reader unfolds. */
    readonly folded?: boolean;
  }[];
}

/** A comparison of policies, with the policies for the curves. */
interface SimulatedPolicies extends Figures {
  readonly title: string;
  readonly policies: readonly PolicyResult[];
}

/** Rows of one table, as a file for readers need not have more; and those that a reader sees before unfolding the others. */
const mostRows = 500;
const firstRows = 30;

const cents = (amount: string): number => Math.round(Number(amount) * 100) / 100;

/** A quantity at the end of each day, by its range over the seeds. */
const overSeeds = (results: readonly DayResult[], rangeOf: (result: DayResult) => Range<number>): Curve => {
  const days = results.map((result, at) => ({ day: at + 1, ...rangeOf(result) }));
  return {
    ...{
      className: 'used',
      label: 'half of the seeds are below',
      points: days.map(({ day, p50 }) => ({ day, value: p50 })),
    },
    band: { label: 'P10 to P90', points: days.map(({ day, p10, p90 }) => ({ day, lower: p10, upper: p90 })) },
  };
};

const fullDisks = (results: readonly DayResult[]) => [overSeeds(results, ({ full }) => full)];

const costs = (results: readonly DayResult[]): Curve[] => {
  const points = results.map(({ worstCase }, at) => ({ day: at + 1, value: cents(worstCase.p50) }));
  const provisioned = overSeeds(results, (result) => mapRange(result.provisioned, cents));
  return [{ className: 'disk', label: 'all disks at their maximums', points }, provisioned];
};

const quantities = [
  ['Services with a full disk', fullDisks],
  ['Monthly cost of additional storage: provisioned, and if all disks grew to their maximums', costs],
] as const;

/** Curves of all policies side by side, on the same scale. */
const curves = (policies: readonly PolicyResult[]): Markup =>
  html`${quantities.map(([quantity, curvesOf]) => {
    const shown = policies.map(({ name, days }) => ({ name: name ?? 'no policy', curves: curvesOf(days) }));
    const all = shown.flatMap((picture) => picture.curves);
    return html`<section><h2>${quantity}</h2><div class="figures">${shown.map(({ name, curves }) => {
      const picture = { title: `${quantity}: ${name}`, unit: '', curves, today: null, isCounted: true };
      return html`<figure><figcaption>${name}</figcaption>${curvesPicture(picture, 'small', all)}</figure>`;
    })}</div></section>`;
  })}${legendOf(costs([]))}`;

const tablePart = ({ title, head, rows, folded }: Figures['tables'][number]): Markup => {
  const cut = rows.length > mostRows ? html`<p>The first ${mostRows} of ${grouped(rows.length)} rows.</p>` : '';
  const shown = rows.slice(0, mostRows);
  if (folded) return html`<details><summary>${title}</summary>${cut}${plainTable(title, head, shown)}</details>`;
  const others = shown.slice(firstRows);
  const more = html`<details><summary>${grouped(others.length)} more</summary>${plainTable(`${title}, continued`, head, others)}</details>`;
  return html`<section><h2>${title}</h2>${cut}${plainTable(title, head, shown.slice(0, firstRows))}${others.length > 0 && more}</section>`;
};

/** Texts and tables as a part of a page, what is most urgent first. */
export const figuresPart = ({ lines, warnings, tables }: Figures, pictures: Markup | string = ''): Markup =>
  html`${warnings.map((text) => html`<p class="warning">${text}</p>`)}${lines.map((text) => html`<p>${text}</p>`)}${pictures}${tables.map(tablePart)}`;

/** The comparison in one file. */
export const simulatedPoliciesFile = (simulated: SimulatedPolicies, style: string): string =>
  documentInFile(simulated.title, style, figuresPart(simulated, curves(simulated.policies)));
