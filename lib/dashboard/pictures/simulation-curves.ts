import { scaleLinear } from 'd3-scale';
import { area, line } from 'd3-shape';
import type { Range } from '../../core/twin/ranges.ts';
import { html, type Markup, uncut } from './html.ts';

/** One quantity at the end of each day of a simulation, as a range over the seeds. */
export interface SimulationCurve {
  /** What the curve shows, with its unit. */
  readonly name: string;
  readonly days: readonly Range<number>[];
  /** A second curve above it, such as the cost of all maximums; absent: none. */
  readonly bound?: { readonly name: string; readonly days: readonly number[] };
}

const width = 420;
const height = 200;
/** At the right there is room for half of the last day's label. */
const inner = { left: 56, right: width - 30, top: 12, bottom: height - 28 };

/** A value at the scale, short enough to stand beside it: `150K`. */
const short = new Intl.NumberFormat('en', { notation: 'compact' });

/** The largest value that curves of one quantity reach, so that all of them have the same scale. */
export const topOf = (curves: readonly SimulationCurve[]): number =>
  curves
    .flatMap(({ days, bound }) => [...days.map(({ p90 }) => p90), ...(bound?.days ?? [])])
    .reduce((most, value) => Math.max(most, value), 1);

/** A curve with its band, P10 to P90, over the days of a simulation. */
export const simulationCurve = ({ name, days, bound }: SimulationCurve, top: number): Markup => {
  const x = scaleLinear([0, Math.max(1, days.length)], [inner.left, inner.right]);
  const y = scaleLinear([0, top * 1.05], [inner.bottom, inner.top]);
  type Point = Range<number>;
  const at = (_: unknown, place: number) => x(place + 1);
  const band =
    area<Point>(
      at,
      ({ p10 }) => y(p10),
      ({ p90 }) => y(p90),
    )([...days]) ?? '';
  const middle = line<Point>(at, ({ p50 }) => y(p50))([...days]) ?? '';
  const above = bound === undefined ? '' : (line<number>(at, (value) => y(value))([...bound.days]) ?? '');
  const grid = y
    .ticks(4)
    .map(
      (value) =>
        html`<line class="grid" x1="${inner.left}" x2="${inner.right}" y1="${y(value).toFixed(1)}" y2="${y(value).toFixed(1)}"/><text class="tick" x="${inner.left - 6}" y="${(y(value) + 4).toFixed(1)}" text-anchor="end">${short.format(value)}</text>`,
    );
  const dates = x
    .ticks(4)
    .map(
      (day) =>
        html`<text class="tick" x="${x(day).toFixed(1)}" y="${height - 8}" text-anchor="middle">day ${day}</text>`,
    );
  const last = days.at(-1);
  const words = `${name}: ${last === undefined ? 'no days' : `${last.p50} at the end, from ${last.p10} to ${last.p90}`}`;
  return html`<svg class="curves" viewBox="0 0 ${width} ${height}" role="img" aria-label="${words}">${grid}${dates}<path class="band used" d="${uncut(band)}"/>${above === '' ? '' : html`<path class="line disk" d="${uncut(above)}"/>`}<path class="line used" d="${uncut(middle)}"/></svg>`;
};
