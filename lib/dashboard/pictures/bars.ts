import { scaleLinear } from 'd3-scale';
import type { FleetDisk } from '../../core/disk/fleet-disks.ts';
import { grouped } from '../../core/model/visible-text.ts';
import { html, type Markup } from './html.ts';

/** One part of a bar. Its tone decides its colour, in light and dark (assets/parts.css). */
interface Part {
  readonly tone: string;
  readonly label: string;
  readonly value: number;
}

const width = 1000;
const height = 30;

const rect = (className: string, from: number, to: number, y = 0, tall = height): Markup =>
  html`<rect class="part ${className}" x="${from.toFixed(1)}" y="${y}" width="${Math.max(0, to - from).toFixed(1)}" height="${tall}"/>`;

const barOf = (words: string, parts: readonly Markup[]): Markup =>
  html`<svg class="bar" viewBox="0 0 ${width} ${height}" role="img" aria-label="${words}" preserveAspectRatio="none">${parts}</svg>`;

/** A bar in a table, which has its numbers. */
const smallBar = (className: string, ...parts: readonly Markup[]): Markup =>
  html`<svg class="${className}" viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" aria-hidden="true">${parts}</svg>`;

/** Parts side by side; the picture says in words what it shows, and a list below it does for everybody. */
export const stackedBar = (title: string, parts: readonly Part[]): Markup => {
  const total = parts.reduce((sum, { value }) => sum + value, 0);
  const scale = scaleLinear([0, Math.max(1, total)], [0, width]);
  let before = 0;
  const rects = parts
    .filter(({ value }) => value > 0)
    .map(({ tone, value }) => {
      const from = scale(before);
      before += value;
      return rect(`tone-${tone}`, from, scale(before));
    });
  return barOf(`${title}: ${parts.map(({ label, value }) => `${grouped(value)} ${label}`).join(', ')}`, rects);
};

/** The parts of a stacked bar with their numbers. */
export const legend = (parts: readonly (Part & { readonly href?: string })[]): Markup =>
  html`<ul class="legend">${parts.map(({ tone, label, value, href }) => {
    const text = html`<span class="swatch tone-${tone}"></span><span><b>${grouped(value)}</b> ${label}</span>`;
    return html`<li>${href === undefined ? text : html`<a href="${href}">${text}</a>`}</li>`;
  })}</ul>`;

/** Amounts of one budget, in its currency. */
interface BudgetBar {
  readonly name: string;
  readonly provisioned: number;
  readonly allocated: number;
  readonly available: number;
  /** The end of the scale, if it is not the largest of these: bars that are compared have the same. */
  readonly most?: number;
}

/** Nested bars: provisioned (paid), allocated (may be paid) and available, with the limit as a line. */
export const budgetBar = ({ name, provisioned, allocated, available, most = 1 }: BudgetBar): Markup => {
  const scale = scaleLinear([0, Math.max(provisioned, allocated, available, most, 1)], [0, width]);
  const limit = Math.min(scale(available), width - 3).toFixed(1);
  const words = `Budget ${name}: ${grouped(provisioned)} provisioned, ${grouped(allocated)} allocated, ${grouped(available)} available`;
  return barOf(words, [
    rect('tone-others', 0, scale(allocated), 3, 24),
    rect('tone-ours', 0, scale(provisioned), 3, 24),
    html`<rect class="limit" x="${limit}" y="0" width="3" height="${height}"/>`,
  ]);
};

/** What the parts of a budget's bar mean. */
export const budgetLegend = (): Markup =>
  html`<ul class="legend"><li><span class="swatch tone-ours"></span>provisioned</li><li><span class="swatch tone-others"></span>maximums</li><li><span class="swatch limit"></span>available</li></ul>`;

/** Storage of one service beside the others of its budget, in GB. */
interface ShareBar {
  readonly provisioned: number;
  readonly maximum: number;
  readonly wanted: number;
  /** The end of the scale: the most that a service of the budget has or wants. */
  readonly most: number;
}

/** Provisioned within the maximum within what the service could use. The table has the numbers. */
export const shareBar = ({ provisioned, maximum, wanted, most }: ShareBar): Markup => {
  const scale = scaleLinear([0, Math.max(1, most)], [0, width]);
  return smallBar(
    'bar small',
    rect('tone-impossible wanted', 0, scale(wanted)),
    rect('tone-others', 0, scale(maximum)),
    rect('tone-ours', 0, scale(provisioned)),
  );
};

/** A count beside the largest one. The table has the number. */
export const countBar = (count: number, most: number): Markup =>
  smallBar('bar small', rect('tone-ours', 0, (width * count) / Math.max(1, most)));

/** Facts about one disk; null: unknown. */
type DiskBar = Pick<FleetDisk, 'usedGb' | 'sizeGb' | 'limitGb' | 'thresholdPercent' | 'isNearlyFull'>;

/**
 * One disk from 0 to 100 % of its limit: used space within its size, and the use at which it grows as a line. A disk without a
 * known limit ends at its size; unknown use is a thin grey line, because an empty bar would look like a free disk. The table has the
 * numbers.
 */
export const diskBar = ({ usedGb, sizeGb, limitGb, thresholdPercent, isNearlyFull }: DiskBar): Markup | string => {
  if (sizeGb === null) return '';
  const scale = scaleLinear([0, Math.max(1, sizeGb, limitGb ?? 0)], [0, width]).clamp(true);
  const use =
    usedGb === null
      ? rect('unknown', 0, scale(sizeGb), 10, 10)
      : rect(isNearlyFull === true ? 'use full' : 'use', 0, scale(usedGb), 7, 16);
  const at = scale((sizeGb * thresholdPercent) / 100);
  const threshold = html`<rect class="threshold" x="${at.toFixed(1)}" y="0" width="8" height="${height}"/>`;
  return smallBar('bar small disk-bar', rect('size', 0, scale(sizeGb)), use, threshold);
};

/** What the parts of a disk's bar mean. */
export const diskLegend = (): Markup =>
  html`<ul class="legend"><li><span class="swatch tone-ours"></span>used</li><li><span class="swatch full"></span>90 % or more</li><li><span class="swatch size"></span>size of the disk</li><li><span class="swatch limit"></span>grows at this use</li><li><span class="swatch end"></span>100 %: the largest disk it reaches</li></ul>`;
