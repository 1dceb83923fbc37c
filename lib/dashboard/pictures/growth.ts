import type { Sample } from '../../core/forecast/growth.ts';
import { amountText, type Curve, curvesPicture, type Level, legendOf, type PictureArrangement } from './curves.ts';
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

const pointsOf = (samples: readonly Sample[]) => samples.map(({ day, gb }) => ({ day, value: gb }));

const level = (className: string, label: string, value: number | null): Level[] =>
  value === null ? [] : [{ className, label, value }];

/** The last sample, in words. */
const nowText = ({ used, provisioned }: GrowthPicture): string => {
  const [what, last] = used.length > 0 ? ['used', used.at(-1)] : ['provisioned', provisioned.at(-1)];
  return last === undefined ? 'no sample yet' : `${amountText(last.gb)} GB ${what} on the last day`;
};

const aheadText = ({ ahead }: GrowthPicture): string => {
  const [first, last] = [ahead[0], ahead.at(-1)];
  if (first === undefined || last === undefined) return '';
  return `, ${amountText(last.gb)} GB expected ${last.day - first.day} days later`;
};

/** Samples of a size that stays until the next one: the last is valid until the end of the past. */
const stepsOf = ({ used, provisioned, ahead }: Pick<GrowthPicture, 'used' | 'provisioned' | 'ahead'>) => {
  const last = provisioned.at(-1);
  const until = ahead[0]?.day ?? used.at(-1)?.day;
  const isOpen = last !== undefined && until !== undefined && until > last.day;
  return pointsOf(isOpen ? [...provisioned, { ...last, day: until }] : provisioned);
};

const curvesOf = ({ used, provisioned, ahead }: GrowthPicture): Curve[] => [
  { className: 'disk', label: 'provisioned disk', points: stepsOf({ used, provisioned, ahead }), isStepped: true },
  {
    className: 'expected',
    label: 'forecast',
    points: ahead.map(({ day, gb }) => ({ day, value: gb })),
    band: ahead.map(({ day, lowerGb, upperGb }) => ({ day, lower: lowerGb, upper: upperGb })),
  },
  { className: 'used', label: 'use', points: pointsOf(used) },
];

/** How to read the range of a forecast. */
const rangeNote = html`<p class="note">8 of 10 outcomes stay within the range.</p>`;

/** A curve of one day shows no growth. */
const oneSample = ({ used, provisioned }: GrowthPicture): Markup | string => {
  const days = new Set([...used, ...provisioned].map(({ day }) => day));
  if (days.size !== 1) return '';
  return html`<p class="note">One sample so far. <code>headroom forecast --all</code> reads the metrics of the past year.</p>`;
};

/** Use and disk of a service over time, with threshold, maximum and forecast. */
export const growthPicture = (picture: GrowthPicture, arrangement: PictureArrangement = 'wide'): Markup => {
  const { name, ahead, thresholdGb, maximumGb } = picture;
  const levels = [...level('threshold', 'threshold', thresholdGb), ...level('maximum', 'maximum', maximumGb)];
  const title = `Growth of ${name}: ${nowText(picture)}${aheadText(picture)}`;
  const curves = curvesOf(picture);
  const drawn = curvesPicture({ title, unit: 'GB', curves, levels, today: ahead[0]?.day ?? null }, arrangement);
  return html`${drawn}${arrangement === 'wide' && ahead.length > 0 ? rangeNote : ''}${arrangement === 'wide' ? oneSample(picture) : ''}`;
};

/** One legend for several pictures. */
export const growthLegend = (pictures: readonly GrowthPicture[]): Markup => {
  const all = pictures.map(curvesOf);
  const shown = curvesOf({ name: '', used: [], provisioned: [], ahead: [], thresholdGb: null, maximumGb: null });
  return html`${legendOf(shown.filter((_, at) => all.some((curves) => (curves[at]?.points.length ?? 0) > 0)))}${rangeNote}`;
};
