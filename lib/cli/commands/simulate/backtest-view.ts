import { namesText } from '../../../core/model/visible-text.ts';
import type { Backtest, BacktestHorizon } from '../../../core/twin/backtest.ts';
import type { Console } from '../../shell/console.ts';

/** Errors in percent of the disk. */
const percentText = (value: number | null, isSigned = false): string => {
  if (value === null) return '-';
  const tenths = Math.round(value * 10) / 10;
  return `${isSigned && tenths > 0 ? '+' : ''}${(tenths === 0 ? 0 : tenths).toFixed(1)} %`;
};

const withinText = ({ services, within }: BacktestHorizon): string =>
  services === 0 ? '-' : `${Math.round((within * 100) / services)} %`;

/** Names in a sentence; the JSON has all. */
const mostNamed = 5;

/** Rows of the services with the largest errors. */
const mostServices = 10;

/** Compares the forecast of the twins with reality, by horizon, then lists the services with the largest errors. */
export const showBacktest = (console: Console, day: string, { horizons, services, ...counts }: Backtest): void => {
  const { fitted, unknown, unmeasured } = counts;
  const all = fitted + unknown + unmeasured.length;
  console.line({ text: `Forecast from ${day} beside what happened`, style: 'bold' });
  console.line(
    `Growth fitted for ${fitted} of ${all} services; ${unknown} have typical growth, ${unmeasured.length} no measurements on that day.`,
  );
  if (unmeasured.length > 0)
    console.line(`Not measured: ${namesText(unmeasured, mostNamed, ' and')}. headroom forecast measures every disk.`);
  console.table(
    ['days ahead', 'services', 'within P10 to P90', 'median error', 'P90 of errors', 'bias'],
    horizons.map((horizon) => [
      horizon.days,
      horizon.services,
      withinText(horizon),
      percentText(horizon.medianError),
      percentText(horizon.largeError),
      percentText(horizon.bias, true),
    ]),
  );
  console.line(
    'Errors are in percent of the disk on that day; a bias above 0: disks grew faster than expected. Four of five',
  );
  console.line('services should be within the range. A disk that was full counts until then.');
  const outside = services.filter(({ isWithin }) => !isWithin).slice(0, mostServices);
  if (outside.length === 0) return;
  console.line();
  console.line({ text: 'Furthest outside their range', style: 'bold' });
  console.records(
    ['service', 'days ahead', 'used GB', 'P10 GB', 'P50 GB', 'P90 GB', 'error'],
    outside.map(({ place, days, actualGb, lowGb, middleGb, highGb, errorPercent }) => [
      place,
      days,
      ...[actualGb, lowGb, middleGb, highGb].map((gb) => gb.toFixed(1)),
      percentText(errorPercent, true),
    ]),
  );
};
