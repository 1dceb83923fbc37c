import { type ScaleLinear, type ScaleTime, scaleLinear, scaleUtc } from 'd3-scale';
import { area, curveStepAfter, line } from 'd3-shape';
import { dayMs } from '../../core/model/durations.ts';
import { html, type Markup, uncut } from './html.ts';

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
  /** The range around the line, shown as an area; absent: a line alone. */
  readonly band?: readonly { readonly day: number; readonly lower: number; readonly upper: number }[];
  /** Whether the value stays until the next point, as a provisioned disk does. */
  readonly isStepped?: boolean;
}

/** A horizontal line with its name and value. */
export interface Level {
  readonly className: string;
  readonly label: string;
  readonly value: number;
}

/** Curves of one quantity with bands and levels. */
interface CurvesPicture {
  /** What the picture shows, for readers who do not see it. */
  readonly title: string;
  readonly unit: string;
  readonly curves: readonly Curve[];
  readonly levels: readonly Level[];
  /** The day on which the past ends; null: no mark. */
  readonly today: number | null;
  /** Whether days are counted from 1, as in a simulation; absent: they are dates. */
  readonly isCounted?: boolean;
}

/** Sizes for a wide and for a narrow screen, in pixels: the text is as large on both. */
interface Frame {
  readonly className: string;
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly dates: number;
}

const wide: Frame = { className: 'wide', width: 720, height: 280, left: 60, right: 130, dates: 6 };
const narrow: Frame = { className: 'narrow', width: 380, height: 280, left: 52, right: 24, dates: 4 };
const top = 14;
const bottom = 30;

/** About as many labels an axis of values has. */
const axisTicks = 5;

const dateOf = (day: number): Date => new Date(day * dayMs);
const dayText = (date: Date): string => date.toISOString().slice(0, 10);
const at = (position: number): string => position.toFixed(1);

/** As few digits as tell the size: 0.4, 12, 1,250. */
export const amountText = (value: number): string =>
  value.toLocaleString('en-US', { maximumFractionDigits: Math.abs(value) < 10 ? 1 : 0 });

const levelText = ({ label, value }: Pick<Level, 'label' | 'value'>, unit: string): string =>
  `${label} ${amountText(value)} ${unit}`;

/** Width of a character of an axis label, and the distance of a label from its axis, in pixels. */
const characterWidth = 7.5;
const labelDistance = 8;

interface Scales {
  readonly x: ScaleTime<number, number>;
  readonly y: ScaleLinear<number, number>;
}

/** A range that ends far above the highest level is cut there: beside it the level and the past would be a line at the ground. */
const mostOfLevel = 1.5;

const largest = (values: readonly number[]): number => values.reduce((a, b) => Math.max(a, b), 0);

const valueScale = ({ curves, levels, today }: CurvesPicture, { height }: Frame): Scales['y'] => {
  const level = largest(levels.map(({ value }) => value));
  const points = curves.flatMap((curve) => curve.points);
  const past = largest(points.filter(({ day }) => today === null || day <= today).map(({ value }) => value));
  const all = largest([
    ...points.map(({ value }) => value),
    ...curves.flatMap(({ band = [] }) => band.map(({ upper }) => upper)),
  ]);
  const most = level === 0 ? all : Math.max(past, level, Math.min(all, level * mostOfLevel));
  return scaleLinear([0, most * 1.06 || 1], [height - bottom, top]).nice(5);
};

const scalesOf = (picture: CurvesPicture, frame: Frame): Scales => {
  const { width, left, right } = frame;
  const days = picture.curves.flatMap(({ points }) => points.map(({ day }) => day));
  const [first, last] = [days.reduce((a, b) => Math.min(a, b)), days.reduce((a, b) => Math.max(a, b))];
  return {
    x: scaleUtc([dateOf(first), dateOf(Math.max(last, first + 1))], [left, width - right]),
    y: valueScale(picture, frame),
  };
};

const longest = (texts: readonly string[]): number => texts.reduce((most, { length }) => Math.max(most, length), 0);

/** A frame with room at its left for the widest label of the axis, and at its right for the widest name of a level. */
const roomFor = (picture: CurvesPicture, frame: Frame): Frame => {
  const labels = valueScale(picture, frame)
    .ticks(axisTicks)
    .map((value) => `${amountText(value)} ${picture.unit}`);
  const left = Math.max(frame.left, Math.ceil(longest(labels) * characterWidth) + labelDistance);
  if (frame.className !== 'wide') return { ...frame, left };
  const names = picture.levels.map((level) => levelText(level, picture.unit));
  return { ...frame, left, right: Math.max(frame.right, Math.ceil(longest(names) * characterWidth) + labelDistance) };
};

const pathOf = ({ points, isStepped }: Curve, { x, y }: Scales): string => {
  const draw = line<Point>(
    ({ day }) => x(dateOf(day)),
    ({ value }) => y(value),
  ).digits(1);
  return (isStepped ? draw.curve(curveStepAfter) : draw)([...points]) ?? '';
};

const bandOf = ({ band }: Curve, { x, y }: Scales): string =>
  band === undefined
    ? ''
    : (area<(typeof band)[number]>(
        ({ day }) => x(dateOf(day)),
        ({ lower }) => y(lower),
        ({ upper }) => y(upper),
      ).digits(1)([...band]) ?? '');

/** Marks of the axis of days, each once: a short span has several within a day. */
const daysMarked = ({ isCounted }: CurvesPicture, { x }: Scales, { dates }: Frame) => {
  const counted = scaleLinear().domain(x.domain().map((date) => date.getTime() / dayMs));
  const marks = isCounted ? counted.ticks(dates).filter(Number.isInteger).map(dateOf) : x.ticks(dates);
  return marks
    .map((date) => ({ date, text: isCounted ? `day ${date.getTime() / dayMs}` : dayText(date).slice(5) }))
    .filter(({ text }, index, all) => all[index - 1]?.text !== text);
};

/** Marks of both axes. */
const axes = (picture: CurvesPicture, scales: Scales, frame: Frame): Markup => {
  const { x, y } = scales;
  const { width, height, left, right } = frame;
  const rows = y
    .ticks(axisTicks)
    .map(
      (value) =>
        html`<line class="grid" x1="${left}" x2="${width - right}" y1="${at(y(value))}" y2="${at(y(value))}"/><text x="${left - labelDistance}" y="${at(y(value) + 4)}" text-anchor="end">${amountText(value)} ${picture.unit}</text>`,
    );
  const columns = daysMarked(picture, scales, frame).map(
    ({ date, text }) => html`<text x="${at(x(date))}" y="${height - 10}" text-anchor="middle">${text}</text>`,
  );
  return html`${rows}${columns}`;
};

/** Least distance of two names beside the picture. */
const labelHeight = 16;

const levelsOf = ({ levels, unit }: CurvesPicture, { y }: Scales, { width, left, right, className }: Frame): Markup => {
  const isWide = className === 'wide';
  let free = Number.POSITIVE_INFINITY;
  // From the lowest up, so that names of near levels stand above each other.
  const marks = [...levels]
    .sort((a, b) => a.value - b.value)
    .map(({ className: kind, label, value }) => {
      const labelY = Math.max(top, Math.min(y(value) + (isWide ? 4 : -5), free - labelHeight));
      free = labelY;
      const from = isWide ? width - right + labelDistance : left + 4;
      return html`<line class="level ${kind}" x1="${left}" x2="${width - right}" y1="${at(y(value))}" y2="${at(y(value))}"/><text class="name-of-level" x="${from}" y="${at(labelY)}">${levelText({ label, value }, unit)}</text>`;
    });
  return html`${marks}`;
};

const todayOf = ({ today, curves }: CurvesPicture, { x }: Scales, { height }: Frame): Markup | string => {
  // At the end of the past there is nothing to divide.
  const isInside = today !== null && curves.some(({ points }) => points.some(({ day }) => day > today));
  if (!isInside) return '';
  const todayX = at(x(dateOf(today)));
  return html`<line class="today" x1="${todayX}" x2="${todayX}" y1="${top}" y2="${height - bottom}"/><text x="${todayX}" y="${top - 3}" text-anchor="middle">today</text>`;
};

const svgOf = (picture: CurvesPicture, least: Frame, curves = picture.curves): Markup => {
  const frame = roomFor({ ...picture, curves }, least);
  const scales = scalesOf({ ...picture, curves }, frame);
  const { className, width, height } = frame;
  const lines = picture.curves.map(
    (curve) =>
      html`${curve.band === undefined ? '' : html`<path class="band ${curve.className}" d="${uncut(bandOf(curve, scales))}"/>`}<path class="line ${curve.className}" d="${uncut(pathOf(curve, scales))}"/>`,
  );
  return html`<svg class="curves ${className}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${picture.title}">${axes(picture, scales, frame)}${levelsOf(picture, scales, frame)}${todayOf(picture, scales, frame)}${lines}</svg>`;
};

/** Rows of the numbers beside a picture. */
const mostNumbers = 24;

const numbers = ({ curves, unit }: CurvesPicture): Markup => {
  const rows = curves.flatMap(({ label, points, band }) => {
    const step = Math.ceil(points.length / (mostNumbers / curves.length));
    return points
      .filter((_, index) => index % step === 0 || index === points.length - 1)
      .map(({ day, value }) => {
        const range = band?.find((point) => point.day === day);
        const between = range === undefined ? '' : `${amountText(range.lower)} to ${amountText(range.upper)} ${unit}`;
        return html`<tr><td>${label}</td><td>${dayText(dateOf(day))}</td><td class="number">${amountText(value)} ${unit}</td><td class="number">${between}</td></tr>`;
      });
  });
  return html`<details class="numbers"><summary>Numbers</summary><table><thead><tr><th scope="col">curve</th><th scope="col">day</th><th scope="col" class="number">value</th><th scope="col" class="number">range</th></tr></thead><tbody>${rows}</tbody></table></details>`;
};

/** What the colours of curves mean. */
export const legendOf = (curves: readonly Pick<Curve, 'className' | 'label' | 'band'>[]): Markup =>
  html`<ul class="legend">${curves.map(({ className, label, band }) => html`<li><span class="swatch line ${className}"></span>${label}${band === undefined ? '' : ', with its range'}</li>`)}</ul>`;

/** Where a picture stands: alone on a page, or small beside others in a file. */
export type PictureArrangement = 'wide' | 'small';

/**
 * Curves over time with bands and levels and a legend; alone also for a narrow screen, and the same as numbers. Curves
 * without points are left out.
 * @param onScaleOf curves of all pictures that share the scale; absent: its own
 */
export const curvesPicture = (
  whole: CurvesPicture,
  arrangement: PictureArrangement = 'wide',
  onScaleOf?: readonly Curve[],
): Markup => {
  const picture = { ...whole, curves: whole.curves.filter(({ points }) => points.length > 0) };
  if (picture.curves.length === 0) return html`<p class="empty">No history yet.</p>`;
  if (arrangement === 'small') return html`${svgOf(picture, { ...narrow, className: 'small' }, onScaleOf)}`;
  return html`${[wide, narrow].map((frame) => svgOf(picture, frame))}${legendOf(picture.curves)}${numbers(picture)}`;
};
