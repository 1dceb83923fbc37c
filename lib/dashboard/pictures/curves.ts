import { type ScaleLinear, scaleLinear, scaleUtc } from 'd3-scale';
import { area, curveStepAfter, line } from 'd3-shape';
import { dayMs } from '../../core/model/durations.ts';
import { html, type Markup, uncut } from './html.ts';
import { dayText, drawnMarks, type Mark } from './marks.ts';

/** A value on one day; days since 1970, UTC, or counted from 1. */
interface Point {
  readonly day: number;
  readonly value: number;
}

/** A line over time. Its class decides the colour (assets/pictures.css). */
export interface Curve {
  readonly className: string;
  readonly label: string;
  readonly points: readonly Point[];
  /** An area beside the line, and what it means; absent: a line alone. */
  readonly band?: {
    readonly label: string;
    readonly points: readonly { readonly day: number; readonly lower: number; readonly upper: number }[];
  };
  /** What no value exceeds: the area above the line is shaded, its end has its value, and the scale ends soon after it. */
  readonly isLimit?: boolean;
  /** Whether the value stays until the next point, as a provisioned disk does. */
  readonly isStepped?: boolean;
}

/** Curves of one quantity with bands, and marks of what changed. */
interface CurvesPicture {
  /** What the picture shows, for readers who do not see it. */
  readonly title: string;
  readonly unit: string;
  readonly curves: readonly Curve[];
  readonly marks?: readonly Mark[];
  /** The day on which the past ends; null: no mark. */
  readonly today: number | null;
  /** Whether days are counted from 1, as in a simulation; absent: they are dates. */
  readonly isCounted?: boolean;
}

/** Widths alone on a wide and on a narrow screen, and beside others in a file, in pixels: the text is as large on all. */
const widths = { wide: 720, narrow: 380, small: 380 };
const height = 280;
const [top, right, bottom] = [14, 24, 30];
const leastLeft = 52;

/** About as many labels an axis of values has. */
const axisTicks = 5;

const at = (position: number): string => position.toFixed(1);

/** As few digits as tell the size: 0.4, 12, 1,250. */
export const amountText = (value: number): string =>
  value.toLocaleString('en-US', { maximumFractionDigits: Math.abs(value) < 10 ? 1 : 0 });

/** Width of a character of an axis label, and the distance of a label from its axis, in pixels. */
const characterWidth = 7.5;
const labelDistance = 8;

/** Room for a label of the axis of days, in pixels. */
const dateWidth = 100;

interface Scales {
  readonly x: ScaleLinear<number, number>;
  readonly y: ScaleLinear<number, number>;
  /** Where the axis of values stands, and where the picture ends. */
  readonly left: number;
  readonly width: number;
}

/** A range that ends far above the limit is cut there: beside it the limit and the past would be a line at the ground. */
const mostOfLimit = 1.5;

const largest = (values: readonly number[]): number => Math.max(0, ...values);

const valueScale = ({ curves, today }: CurvesPicture): Scales['y'] => {
  const points = curves.flatMap((curve) => curve.points);
  const limit = largest(curves.flatMap((curve) => (curve.isLimit ? curve.points : [])).map(({ value }) => value));
  const past = largest(points.filter(({ day }) => today === null || day <= today).map(({ value }) => value));
  const bands = curves.flatMap(({ band }) => band?.points ?? []);
  const all = largest([...points.map(({ value }) => value), ...bands.map(({ upper }) => upper)]);
  const most = limit === 0 ? all : Math.max(past, Math.min(all, limit * mostOfLimit));
  return scaleLinear([0, most * 1.06 || 1], [height - bottom, top]).nice(5);
};

/** The scales, with room at the left for the widest label of the axis of values. */
const scalesOf = (picture: CurvesPicture, width: number): Scales => {
  const { curves, marks = [], unit } = picture;
  const days = [...curves.flatMap(({ points }) => points), ...marks].map(({ day }) => day);
  const [first, last] = [Math.min(...days), Math.max(...days)];
  const y = valueScale(picture);
  const longest = Math.max(...y.ticks(axisTicks).map((value) => `${amountText(value)} ${unit}`.length));
  const left = Math.max(leastLeft, Math.ceil(longest * characterWidth) + labelDistance);
  const x = scaleLinear([first, Math.max(last, first + 1)], [left, width - right]);
  return { x, y, left, width };
};

const pathOf = ({ points, isStepped }: Curve, { x, y }: Scales): string => {
  const draw = line<Point>(
    ({ day }) => x(day),
    ({ value }) => y(value),
  ).digits(1);
  return (isStepped ? draw.curve(curveStepAfter) : draw)([...points]) ?? '';
};

/** The area of a curve, as far as the scale goes. */
const areaOf = ({ points, band, isStepped, isLimit }: Curve, { x, y }: Scales): string => {
  const [, most = 0] = y.domain();
  const shown = isLimit ? points.map(({ day, value }) => ({ day, lower: value, upper: most })) : (band?.points ?? []);
  const draw = area<(typeof shown)[number]>(
    ({ day }) => x(day),
    ({ lower }) => y(Math.min(lower, most)),
    ({ upper }) => y(Math.min(upper, most)),
  ).digits(1);
  return (isStepped ? draw.curve(curveStepAfter) : draw)([...shown]) ?? '';
};

/** Days that the axis names, each name once: a short span has several ticks within a day. */
const daysNamed = ({ isCounted }: CurvesPicture, { x, width }: Scales) => {
  const most = Math.round(width / dateWidth);
  const dates = scaleUtc()
    .domain(x.domain().map((day) => day * dayMs))
    .ticks(most);
  const days = isCounted ? x.ticks(most).filter(Number.isInteger) : dates.map((date) => date.getTime() / dayMs);
  return days
    .map((day) => ({ day, text: isCounted ? `day ${day}` : dayText(day).slice(5) }))
    .filter(({ text }, index, all) => all[index - 1]?.text !== text);
};

/** Marks of both axes. */
const axes = (picture: CurvesPicture, scales: Scales): Markup => {
  const { x, y, left, width } = scales;
  const rows = y
    .ticks(axisTicks)
    .map(
      (value) =>
        html`<line class="grid" x1="${left}" x2="${width - right}" y1="${at(y(value))}" y2="${at(y(value))}"/><text x="${left - labelDistance}" y="${at(y(value) + 4)}" text-anchor="end">${amountText(value)} ${picture.unit}</text>`,
    );
  const columns = daysNamed(picture, scales).map(
    ({ day, text }) => html`<text x="${at(x(day))}" y="${height - 10}" text-anchor="middle">${text}</text>`,
  );
  return html`${rows}${columns}`;
};

/** The value of a limit at its end. */
const limitText = ({ points, label }: Curve, unit: string, { x, y }: Scales): Markup | string => {
  const last = points.at(-1);
  if (last === undefined) return '';
  return html`<text class="limit-text" x="${at(x(last.day))}" y="${at(y(last.value) - 5)}" text-anchor="end">${label} ${amountText(last.value)} ${unit}</text>`;
};

const todayOf = ({ today, curves }: CurvesPicture, { x }: Scales): Markup | string => {
  // At the end of the past there is nothing to divide.
  const isInside = today !== null && curves.some(({ points }) => points.some(({ day }) => day > today));
  if (!isInside) return '';
  const todayX = at(x(today));
  return html`<line class="today" x1="${todayX}" x2="${todayX}" y1="${top}" y2="${height - bottom}"/><text x="${todayX}" y="${top - 3}" text-anchor="middle">today</text>`;
};

const svgOf = (picture: CurvesPicture, place: keyof typeof widths, curves = picture.curves): Markup => {
  const scales = scalesOf({ ...picture, curves }, widths[place]);
  const areas = picture.curves.map((curve) =>
    curve.isLimit || curve.band
      ? html`<path class="band ${curve.className}" d="${uncut(areaOf(curve, scales))}"/>`
      : '',
  );
  const lines = picture.curves.map(
    (curve) => html`<path class="line ${curve.className}" d="${uncut(pathOf(curve, scales))}"/>`,
  );
  const limits = picture.curves.map((curve) => (curve.isLimit ? limitText(curve, picture.unit, scales) : ''));
  const marks = drawnMarks(picture.marks ?? [], (day) => at(scales.x(day)), [top, height - bottom]);
  return html`<svg class="curves ${place}" viewBox="0 0 ${widths[place]} ${height}" role="img" aria-label="${picture.title}">${areas}${axes(picture, scales)}${todayOf(picture, scales)}${lines}${marks}${limits}</svg>`;
};

/** Rows of the numbers beside a picture. */
const mostNumbers = 24;

const numbers = ({ curves, unit }: CurvesPicture): Markup => {
  const rows = curves.flatMap(({ label, points, band }) => {
    const step = Math.ceil(points.length / (mostNumbers / curves.length));
    return points
      .filter((_, index) => index % step === 0 || index === points.length - 1)
      .map(({ day, value }) => {
        const range = band?.points.find((point) => point.day === day);
        const between = range === undefined ? '' : `${amountText(range.lower)} to ${amountText(range.upper)} ${unit}`;
        return html`<tr><td>${label}</td><td>${dayText(day)}</td><td class="number">${amountText(value)} ${unit}</td><td class="number">${between}</td></tr>`;
      });
  });
  return html`<details class="numbers"><summary>Numbers</summary><table><thead><tr><th scope="col">curve</th><th scope="col">day</th><th scope="col" class="number">value</th><th scope="col" class="number">range</th></tr></thead><tbody>${rows}</tbody></table></details>`;
};

/** What the colours of curves and of their areas mean. */
export const legendOf = (curves: readonly Curve[]): Markup => {
  const entries = curves.map(({ className, label, band, isLimit }) => {
    const area = isLimit ? `above the ${label}` : band?.label;
    const ofArea = area === undefined ? '' : html`<li><span class="swatch range ${className}"></span>${area}</li>`;
    return html`<li><span class="swatch line ${className}"></span>${label}</li>${ofArea}`;
  });
  return html`<ul class="legend">${entries}</ul>`;
};

/** Where a picture stands: alone on a page, or small beside others in a file. */
export type PictureArrangement = 'wide' | 'small';

/**
 * Curves over time with their areas, marks and a legend; alone also for a narrow screen, and the same as numbers. Curves
 * without points are left out.
 * @param onScaleOf curves of all pictures that share the scale; absent: its own
 */
export const curvesPicture = (
  whole: CurvesPicture,
  arrangement: PictureArrangement = 'wide',
  onScaleOf?: readonly Curve[],
): Markup => {
  const picture = { ...whole, curves: whole.curves.filter(({ points }) => points.length > 0) };
  if (picture.curves.length === 0) return html`<p class="empty">No sample in these days.</p>`;
  if (arrangement === 'small') return html`${svgOf(picture, 'small', onScaleOf)}`;
  return html`${(['wide', 'narrow'] as const).map((place) => svgOf(picture, place))}${legendOf(picture.curves)}${numbers(picture)}`;
};
