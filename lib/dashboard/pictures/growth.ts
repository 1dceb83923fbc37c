import type { Sample } from '../../core/forecast/growth.ts';
import { amountText, type Curve, curvesPicture, legendOf, type PictureArrangement } from './curves.ts';
import { html, type Markup } from './html.ts';
import { type Mark, marksList } from './marks.ts';

/** A day ahead with the expected use and its band (P10 to P90), in GB. */
export interface Ahead extends Sample {
  readonly lowerGb: number;
  readonly upperGb: number;
}

export interface GrowthPicture {
  readonly name: string;
  /** Days since 1970, UTC. The forecast begins with the last measurement, which may be older. */
  readonly today: number;
  readonly used: readonly Sample[];
  readonly provisioned: readonly Sample[];
  readonly ahead: readonly Ahead[];
  /** Use at which the autoscaler enlarges the disk, in percent of its size; null when unknown, and without an autoscaler. */
  readonly thresholdPercent: number | null;
  /** The largest disk that the maximum in force allows, since the day of each change; empty when unknown. */
  readonly limit: readonly Sample[];
  /** What changed in these days, the newest first; absent: nothing looked for it. */
  readonly marks?: readonly Mark[];
}

const pointsOf = (samples: readonly Sample[]) => samples.map(({ day, gb }) => ({ day, value: gb }));

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

const curvesOf = (picture: GrowthPicture): Curve[] => {
  const { used, ahead, thresholdPercent, limit } = picture;
  const sizes = stepsOf(picture);
  const grows = sizes.map(({ day, value }) => ({ day, lower: (value * (thresholdPercent ?? 0)) / 100, upper: value }));
  return [
    { className: 'maximum', label: 'largest disk', points: pointsOf(limit), isStepped: true, isLimit: true },
    {
      ...{ className: 'disk', label: 'provisioned disk', points: sizes, isStepped: true },
      ...(thresholdPercent !== null && {
        band: { label: 'from its threshold on: the autoscaler enlarges it', points: grows },
      }),
    },
    {
      className: 'expected',
      label: 'forecast',
      points: pointsOf(ahead),
      band: {
        label: 'its range: 8 of 10 outcomes stay within',
        points: ahead.map(({ day, lowerGb, upperGb }) => ({ day, lower: lowerGb, upper: upperGb })),
      },
    },
    { className: 'used', label: 'use', points: pointsOf(used) },
  ];
};

/** A curve of one day shows no growth. */
const oneSample = ({ used, provisioned }: GrowthPicture): Markup | string => {
  const days = new Set([...used, ...provisioned].map(({ day }) => day));
  if (days.size !== 1) return '';
  return html`<p class="note">One sample so far. <code>headroom forecast --all</code> reads the metrics of the past year.</p>`;
};

/** Use and disk of a service over time, with threshold, maximum, forecast and what changed. */
export const growthPicture = (picture: GrowthPicture, arrangement: PictureArrangement = 'wide'): Markup => {
  const { name, today, marks = [] } = picture;
  const title = `Growth of ${name}: ${nowText(picture)}${aheadText(picture)}`;
  const drawn = curvesPicture({ title, unit: 'GB', curves: curvesOf(picture), marks, today }, arrangement);
  if (arrangement === 'small') return drawn;
  return html`${drawn}${picture.marks === undefined ? '' : marksList(marks)}${oneSample(picture)}`;
};

/** One legend for several pictures: of every curve that one of them has. */
export const growthLegend = (pictures: readonly GrowthPicture[]): Markup => {
  const shown = new Map(
    pictures
      .flatMap(curvesOf)
      .filter(({ points }) => points.length > 0)
      // The last one of a class remains: that with an area, if one has it.
      .sort((a, b) => Number('band' in a) - Number('band' in b))
      .map((curve) => [curve.className, curve]),
  );
  return legendOf([...shown.values()]);
};
