import { scaleLinear } from 'd3-scale';
import { area, line } from 'd3-shape';
import type { Sample } from '../../core/forecast/growth.ts';
import { amountText } from './curves.ts';
import { html, type Markup, uncut } from './html.ts';

const width = 112;
const height = 28;

/** A curve of the last samples, for a row of a table. */
export const sparkline = (name: string, samples: readonly Sample[]): Markup | string => {
  if (samples.length < 2) return '';
  const first = samples[0] as Sample;
  const last = samples.at(-1) as Sample;
  const x = scaleLinear([first.day, last.day], [1, width - 4]);
  const top = samples.reduce((most, { gb }) => Math.max(most, gb), 1);
  const y = scaleLinear([0, top], [height - 2, 4]);
  const xOf = ({ day }: Sample) => x(day);
  const yOf = ({ gb }: Sample) => y(gb);
  const below = area<Sample>(xOf, height - 1, yOf).digits(1)([...samples]);
  const path = line<Sample>(xOf, yOf).digits(1)([...samples]);
  const words = `${name}: from ${amountText(first.gb)} to ${amountText(last.gb)} GB in ${last.day - first.day} days`;
  return html`<svg class="spark" viewBox="0 0 ${width} ${height}" role="img" aria-label="${words}"><path class="area" d="${uncut(below ?? '')}"/><path class="line used" d="${uncut(path ?? '')}"/><circle class="end" cx="${xOf(last).toFixed(1)}" cy="${yOf(last).toFixed(1)}" r="2.5"/></svg>`;
};

/** Days that the bar of a disk's time shows. */
const mostDays = 90;

/** Days until a limit within which a person should act, and within which a person should know. */
const urgencyOf = (days: number): string => {
  if (days <= 14) return 'now';
  return days <= 45 ? 'soon' : 'later';
};

/**
 * Days that a disk has left, as a bar of 90 days: solid to the soonest day, pale to the expected one.
 * @param soonest at the upper end of the forecast's band
 * @param days expected; null: not within a year
 */
export const daysLeft = (soonest: number | null, days: number | null): Markup | string => {
  if (soonest === null) return '';
  const scale = scaleLinear([0, mostDays], [0, 100]).clamp(true);
  const [from, to] = [scale(soonest), scale(days ?? mostDays)];
  const expected = days === null ? 'more than 365' : String(days);
  return html`<span class="days ${urgencyOf(soonest)}"><b>${expected}</b> <small>soonest ${soonest}</small><svg class="runway" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true"><rect class="range" x="0" y="0" width="${Math.max(from, to).toFixed(1)}" height="6"/><rect class="sure" x="0" y="0" width="${from.toFixed(1)}" height="6"/></svg></span>`;
};
