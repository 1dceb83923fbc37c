import { makeForecasts } from '../../lib/core/forecast/forecasts.ts';
import type { ProjectHistory, ServiceHistory } from '../../lib/core/forecast/project-history.ts';
import { lengths, realAccuracy } from '../core/forecast/real-growth.ts';
import { measureAccuracy } from '../core/forecast-accuracy.ts';
import { generate, shapes } from '../core/growth-shapes.ts';
import { type Measurement, median } from './measurement.ts';

const seed = 20260302;
const seriesOfShape = 500;
const services = 50_000;
const servicesPerProject = 250;
const days = 120;
/** No disk of the drawn growth is nearly full: a full one has no forecast. */
const diskMb = 50_000_000;

const rounded = (value: number): number => Number(value.toFixed(3));
const percent = (share: number): number => Number((100 * share).toFixed(1));

const leastCovered = 88;

const realGrowth = (): Measurement[] =>
  lengths.flatMap((length) =>
    realAccuracy(length).map(({ horizon, poorlyCovered, balanced }) => {
      const { covered, loss, over, median: error, drift } = balanced;
      const others = [
        `${percent(poorlyCovered)} % of the series below 80 %`,
        `loss at the P90 ${rounded(loss)}`,
        `over-allocation ${over.toFixed(2)}`,
        `error of the median ${(error / drift).toFixed(2)} x drift`,
      ];
      return {
        benchmark: `real growth, ${length} days of history`,
        measure: `the next ${horizon} days: outcomes under the P90; ${others.join(', ')}`,
        value: percent(covered),
        unit: '%',
        limit: leastCovered,
        atLeast: true,
      };
    }),
  );

const drawnGrowth = (): Measurement[] => {
  const { all, byShape } = measureAccuracy(seriesOfShape, seed);
  const benchmark = `forecast of the 30-day peak, ${seriesOfShape} series of each shape, seed ${seed}`;
  const above = 'outcomes above the P90 (5 % to 15 %)';
  return [
    { benchmark, measure: 'error, drift method = 1', value: rounded(all.errorRatio), unit: '', limit: 0.9 },
    { benchmark, measure: above, value: rounded(100 * (1 - all.coverage)), unit: '%', limit: 15 },
    ...shapes.map((shape) => ({
      benchmark,
      measure: `${shape}: error; ${rounded(100 * byShape[shape].coverage)} % under the P90`,
      value: rounded(byShape[shape].errorRatio),
      unit: '',
      limit: 1,
    })),
  ];
};

/** Histories of as many services as the largest organizations have, each of which was measured every day. */
const histories = (): Map<string, ProjectHistory> => {
  const growing = shapes.flatMap((shape) => generate(shape, 20, days, seed));
  const all = Array.from({ length: days }, (_, day) => day);
  const service = (name: string, values: readonly number[]): ServiceHistory => ({
    name,
    lastDay: days - 1,
    provisioned: [[0, diskMb]],
    used: values.map((gb, day) => [day, Math.round(gb * 1024)]),
    measuredDay: days - 1,
  });
  return new Map(
    Array.from({ length: services / servicesPerProject }, (_, project) => [
      `project-${project}`,
      {
        days: all,
        services: Array.from({ length: servicesPerProject }, (_service, index) =>
          service(`service-${index}`, growing[index % growing.length] ?? []),
        ),
      },
    ]),
  );
};

/** Seconds for the forecasts of all histories, of which a process knows nothing yet. */
const secondsOf = (): number => {
  const kept = histories();
  const all = [...kept].flatMap(([project, { services: own }]) =>
    own.map(({ name }) => ({ project, name, type: 'pg', plan: 'startup-4', diskMb })),
  );
  const began = performance.now();
  const forecasts = makeForecasts({ histories: kept, services: all, planDiskMb: new Map(), today: days - 1 });
  const known = all.filter((service) => forecasts.of(service, { kind: 'total', gb: 1_000 }).kind === 'known').length;
  const seconds = (performance.now() - began) / 1000;
  if (known !== services) throw new Error(`only ${known} services have a forecast`);
  return seconds;
};

const speed = (): Measurement => {
  const seconds = median(Array.from({ length: 3 }, secondsOf));
  return { benchmark: `forecast ${services} services`, measure: 'time', ...seconds, unit: 's', limit: 10 };
};

/** How right forecasts are on real and on generated growth, against the drift method, and how long they take. */
export const forecastGrowth = async (): Promise<Measurement[]> => [...realGrowth(), ...drawnGrowth(), speed()];
