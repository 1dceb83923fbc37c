import { scaleLinear } from 'd3-scale';
import { html, type Markup } from './html.ts';

/** One part of a bar. Its class decides colour and pattern, in light and dark (assets/style.css). */
export interface Part {
  readonly className: string;
  readonly label: string;
  readonly value: number;
}

const width = 1000;
const height = 28;

/** Parts side by side; the picture says in words what it shows, and a list below it does for everybody. */
export const stackedBar = (title: string, parts: readonly Part[]): Markup => {
  const total = parts.reduce((sum, { value }) => sum + value, 0);
  const scale = scaleLinear([0, Math.max(1, total)], [0, width]);
  let before = 0;
  const rects = parts
    .filter(({ value }) => value > 0)
    .map(({ className, label, value }) => {
      const x = scale(before);
      before += value;
      return html`<rect class="part ${className}" x="${x.toFixed(1)}" y="0" width="${(scale(before) - x).toFixed(1)}" height="${height}"><title>${label}: ${value}</title></rect>`;
    });
  const words = parts.map(({ label, value }) => `${value} ${label}`).join(', ');
  return html`<svg class="bar" viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}: ${words}" preserveAspectRatio="none">${rects}</svg>`;
};

/** The parts of a stacked bar with their numbers. */
export const legend = (parts: readonly (Part & { readonly href?: string })[]): Markup =>
  html`<ul class="legend">${parts.map(({ className, label, value, href }) => {
    const text = html`<span class="swatch ${className}"></span><b>${value}</b> ${label}`;
    return html`<li>${href === undefined ? text : html`<a href="${href}">${text}</a>`}</li>`;
  })}</ul>`;

/** Amounts of one budget, in its currency. */
export interface BudgetBar {
  readonly name: string;
  readonly provisioned: number;
  readonly allocated: number;
  readonly available: number;
}

/** Provisioned within allocated within available: what is paid, what may be paid, and the limit as a line. */
export const budgetBar = ({ name, provisioned, allocated, available }: BudgetBar): Markup => {
  const scale = scaleLinear([0, Math.max(provisioned, allocated, available, 1)], [0, width]);
  const rect = (className: string, value: number) =>
    html`<rect class="part ${className}" x="0" y="4" width="${scale(value).toFixed(1)}" height="20"/>`;
  const limit = Math.min(scale(available), width - 2).toFixed(1);
  const words = `${provisioned} provisioned, ${allocated} allocated, ${available} available`;
  return html`<svg class="bar" viewBox="0 0 ${width} ${height}" role="img" aria-label="Budget ${name}: ${words}" preserveAspectRatio="none">${[
    rect('allocated', allocated),
    rect('provisioned', provisioned),
  ]}<rect class="limit" x="${limit}" y="0" width="3" height="${height}"/></svg>`;
};

/** What the parts of a budget's bar mean. */
export const budgetLegend = (): Markup =>
  html`<ul class="legend"><li><span class="swatch ours"></span> provisioned</li><li><span class="swatch others"></span> maximums</li><li><span class="swatch limit"></span> available</li></ul>`;
