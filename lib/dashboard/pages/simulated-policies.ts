import { raw } from 'hono/html';
import type { DayResult, PolicyResult } from '../../core/twin/comparison.ts';
import { mapRange } from '../../core/twin/ranges.ts';
import { html, type Markup } from '../pictures/html.ts';
import { type SimulationCurve, simulationCurve, topOf } from '../pictures/simulation-curves.ts';
import { plainTable } from './tables.ts';

/** A comparison of policies as texts and tables, and the policies for the curves. */
export interface SimulatedPolicies {
  readonly title: string;
  /** What was simulated, and what the numbers mean. */
  readonly lines: readonly string[];
  /** What waits for people, and verdicts that failed. */
  readonly warnings: readonly string[];
  readonly tables: readonly {
    readonly title: string;
    readonly head: readonly string[];
    readonly rows: readonly (readonly string[])[];
  }[];
  readonly policies: readonly PolicyResult[];
}

/** Rows of one table; a file for readers need not have more. */
const mostRows = 500;

const cents = (amount: string): number => Math.round(Number(amount) * 100) / 100;

const quantities: readonly {
  readonly title: string;
  readonly curve: (days: readonly DayResult[]) => SimulationCurve;
}[] = [
  {
    title: 'Services with a full disk',
    curve: (days) => ({ name: 'services with a full disk', days: days.map(({ full }) => full) }),
  },
  {
    title: 'Monthly cost of additional storage: provisioned, and if all disks grew to their maximums',
    curve: (days) => ({
      name: 'monthly cost of provisioned storage',
      days: days.map(({ provisioned }) => mapRange(provisioned, cents)),
      bound: { name: 'all maximums', days: days.map(({ worstCase }) => cents(worstCase.p50)) },
    }),
  },
];

const legend = html`<ul class="legend"><li><span class="swatch line used"></span> half of the seeds are below</li><li><span class="swatch range used"></span> the band of P10 to P90</li><li><span class="swatch line disk"></span> all disks at their maximums</li></ul>`;

/** Curves of all policies side by side, on the same scale. */
const curves = (policies: readonly PolicyResult[]): Markup =>
  html`${quantities.map(({ title, curve }) => {
    const shown = policies.map(({ name, days }) => ({ name: name ?? 'no policy', curve: curve(days) }));
    const top = topOf(shown.map((one) => one.curve));
    return html`<section><h2>${title}</h2><div class="figures">${shown.map(
      (one) => html`<figure><figcaption>${one.name}</figcaption>${simulationCurve(one.curve, top)}</figure>`,
    )}</div></section>`;
  })}${legend}`;

/** The comparison as a part of a page. */
const simulatedPoliciesPart = ({ lines, warnings, tables, policies }: SimulatedPolicies): Markup =>
  html`${warnings.map((text) => html`<p class="warning" role="status">${text}</p>`)}${lines.map((text) => html`<p>${text}</p>`)}${curves(policies)}${tables.map(
    ({ title, head, rows }) =>
      html`<section><h2>${title}</h2>${plainTable(title, head, rows.slice(0, mostRows))}</section>`,
  )}`;

/** How far a simulation for the page is. */
export type SimulationState =
  | { readonly kind: 'none' }
  | { readonly kind: 'running'; readonly doneDays: number; readonly days: number }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'done'; readonly simulated: SimulatedPolicies };

const command = 'headroom simulate --from-store --policy policy.yaml -o html > simulation.html';

/** The page of a simulation, or how to get one. */
export const simulationPage = (state: SimulationState): Markup => {
  if (state.kind === 'done') return simulatedPoliciesPart(state.simulated);
  if (state.kind === 'failed') return html`<p class="warning" role="status">${state.message}</p>`;
  if (state.kind === 'none') {
    return html`<section class="card"><p>This dashboard has no simulation. Make one of the organization in this store:</p><pre><code>${command}</code></pre></section>`;
  }
  const { doneDays, days } = state;
  return html`<section class="card"><p role="status">The next months are simulated: ${doneDays} of ${days} days are done. The page loads again by itself.</p><progress max="${days}" value="${doneDays}" aria-label="days simulated"></progress></section>`;
};

/** The comparison in one file, which loads nothing and runs nothing. */
export const simulatedPoliciesFile = (simulated: SimulatedPolicies, style: string): string =>
  String(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${simulated.title}</title>
<style>${raw(style)}</style>
</head>
<body>
<main><h1>${simulated.title}</h1>${simulatedPoliciesPart(simulated)}</main>
</body>
</html>
`);
