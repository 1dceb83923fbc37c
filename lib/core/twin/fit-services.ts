import { dailyGrowth } from './daily-growth.ts';
import { fittedGrowth, shapeOf } from './fit-growth.ts';
import { type GrowthModel, meanGbPerDay } from './growth-model.ts';
import { type OwnFactors, ownError, ownFactorsOf, withOwnFactors } from './own-factors.ts';
import { type FittedRate, unknownGrowth } from './unknown-growth.ts';
import type { UsePoint } from './use-points.ts';

/** A service with the measurements of its disk, oldest first. */
interface MeasuredService {
  readonly type: string;
  readonly diskGb: number;
  readonly points: readonly UsePoint[];
}

/** Own errors of the twin's growths, pooled like those of the forecasts. */
const ownFactorsByType = (services: readonly MeasuredService[]): ((type: string) => OwnFactors) => {
  const errors = new Map<string, number[]>();
  for (const { type, points } of services) {
    const error = ownError(points);
    if (error !== null) errors.set(type, [...(errors.get(type) ?? []), error]);
  }
  const factors = new Map([...errors].map(([type, pool]) => [type, ownFactorsOf(pool)]));
  return (type) => factors.get(type) ?? ownFactorsOf([]);
};

/** Mean growth on the days that a full disk does not hide; null for none. */
const seenRate = (points: readonly UsePoint[]): number | null => {
  const { growth } = dailyGrowth(points);
  return growth.length === 0 ? null : growth.reduce((sum, { gb }) => sum + gb, 0) / growth.length;
};

/**
 * The growth of every service, in order: fitted where 14 days show it, else unknown with a value that is typical of its type.
 * @param startDay day 0 of the growths, in days since 1970
 */
export const fitServices = (services: readonly MeasuredService[], startDay: number): GrowthModel[] => {
  const shaped = services.map((service) => ({ ...service, shape: shapeOf(service.points) }));
  const ownFactorsOfType = ownFactorsByType(services);
  const fitted = shaped.map(({ type, diskGb, shape }) => {
    if (shape === null) return null;
    const growth = withOwnFactors(fittedGrowth(shape, startDay), ownFactorsOfType(type));
    return { growth, rate: { type, diskGb, gbPerDay: meanGbPerDay(growth) } satisfies FittedRate };
  });
  const rates = fitted.flatMap((service) => (service === null ? [] : [service.rate]));
  return services.map(
    ({ type, diskGb, points }, index) =>
      fitted[index]?.growth ?? unknownGrowth({ type, diskGb, seenGbPerDay: seenRate(points) }, rates),
  );
};
