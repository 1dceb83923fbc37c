import { scaleLinear, scaleUtc } from 'd3-scale';
import { area, line } from 'd3-shape';
import type { Sample } from '../../core/forecast/growth.ts';
import { dayMs } from '../../core/model/durations.ts';
import { html, type Markup } from './html.ts';

/** A day ahead with the expected use and its band (P10 to P90), in GB. */
export interface Ahead {
  readonly day: number;
  readonly gb: number;
  readonly lowerGb: number;
  readonly upperGb: number;
}

export interface GrowthPicture {
  readonly name: string;
  readonly used: readonly Sample[];
  readonly provisioned: readonly Sample[];
  readonly ahead: readonly Ahead[];
  /** Use at which the autoscaler enlarges the present disk, and the largest disk; null when unknown. */
  readonly thresholdGb: number | null;
  readonly maximumGb: number | null;
}

const width = 900;
const height = 320;
const inner = { left: 64, right: width - 120, top: 16, bottom: height - 32 };

const xOf = (day: number): Date => new Date(day * dayMs);

const level = (className: string, label: string, gb: number | null, y: (gb: number) => number): Markup | string =>
  gb === null
    ? ''
    : html`<line class="level ${className}" x1="${inner.left}" x2="${inner.right}" y1="${y(gb).toFixed(1)}" y2="${y(gb).toFixed(1)}"/><text class="label" x="${inner.right + 6}" y="${(y(gb) + 4).toFixed(1)}">${label} ${Math.round(gb)} GB</text>`;

/** Use and disk of a service over time, with threshold, maximum and forecast. */
export const growthPicture = (picture: GrowthPicture): Markup => {
  const { name, used, provisioned, ahead, thresholdGb, maximumGb } = picture;
  const days = [...used, ...provisioned, ...ahead].map(({ day }) => day);
  if (days.length === 0) return html`<p class="empty">No history of this service yet.</p>`;
  const sizes = [...used, ...provisioned, ...ahead].map(({ gb }) => gb);
  const top = Math.max(...sizes, ...ahead.map(({ upperGb }) => upperGb), thresholdGb ?? 0, maximumGb ?? 0);
  const first = days.reduce((a, b) => Math.min(a, b));
  const last = days.reduce((a, b) => Math.max(a, b));
  const x = scaleUtc([xOf(first), xOf(last + 1)], [inner.left, inner.right]);
  const y = scaleLinear([0, top * 1.05], [inner.bottom, inner.top]).nice(5);
  const path = (samples: readonly Sample[]) =>
    line<Sample>(
      ({ day }) => x(xOf(day)),
      ({ gb }) => y(gb),
    )([...samples]) ?? '';
  const band =
    area<Ahead>(
      ({ day }) => x(xOf(day)),
      ({ lowerGb }) => y(lowerGb),
      ({ upperGb }) => y(upperGb),
    )([...ahead]) ?? '';
  const now = used.at(-1) ?? provisioned.at(-1);
  const words = `${name}: ${now === undefined ? 'no sample' : `${Math.round(now.gb)} GB on the last day`}`;
  const gridlines = y
    .ticks(5)
    .map(
      (gb) =>
        html`<line class="grid" x1="${inner.left}" x2="${inner.right}" y1="${y(gb).toFixed(1)}" y2="${y(gb).toFixed(1)}"/><text class="tick" x="${inner.left - 8}" y="${(y(gb) + 4).toFixed(1)}" text-anchor="end">${gb} GB</text>`,
    );
  const dates = x
    .ticks(6)
    // A short span has ticks within a day; each day is named once.
    .filter((date, at, all) => at === 0 || all[at - 1]?.toISOString().slice(0, 10) !== date.toISOString().slice(0, 10))
    .map(
      (date) =>
        html`<text class="tick" x="${x(date).toFixed(1)}" y="${height - 10}" text-anchor="middle">${date.toISOString().slice(5, 10)}</text>`,
    );
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Picture of ${name}"><svg class="growth" viewBox="0 0 ${width} ${height}" role="img" aria-label="Growth of ${words}">${gridlines}${dates}<path class="band" d="${band}"/><path class="expected" d="${path(ahead)}"/><path class="disk" d="${path(provisioned)}"/><path class="used" d="${path(used)}"/>${level('threshold', 'threshold', thresholdGb, y)}${level('maximum', 'maximum', maximumGb, y)}</svg></div><ul class="legend"><li><span class="swatch ours"></span> use</li><li><span class="swatch disk"></span> provisioned disk</li><li><span class="swatch others"></span> forecast, with the band that 8 of 10 outcomes stay in</li></ul>`;
};

/** A curve of the last samples, for a row of a table. */
export const sparkline = (name: string, samples: readonly Sample[]): Markup | string => {
  if (samples.length < 2) return '';
  const first = samples[0] as Sample;
  const last = samples.at(-1) as Sample;
  const x = scaleLinear([first.day, last.day], [1, 79]);
  const top = samples.reduce((most, { gb }) => Math.max(most, gb), 1);
  const y = scaleLinear([0, top], [19, 1]);
  const path = line<Sample>(
    ({ day }) => x(day),
    ({ gb }) => y(gb),
  )([...samples]);
  const words = `${name}: from ${Math.round(first.gb)} to ${Math.round(last.gb)} GB in ${last.day - first.day} days`;
  return html`<svg class="spark" viewBox="0 0 80 20" role="img" aria-label="${words}"><path class="used" d="${path ?? ''}"/></svg>`;
};
