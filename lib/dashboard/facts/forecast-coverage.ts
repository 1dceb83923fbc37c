import type { ReportObject } from '../../run/store/run-objects.ts';

/** Of how many disks with a Headroom autoscaler a run knew the forecast. */
export interface ForecastCoverage {
  readonly forecast: number;
  readonly all: number;
}

/** Disks that got their autoscaler in the run itself had no maximum to forecast yet, so they count as unknown. */
export const forecastCoverage = ({ plan, coverage }: Pick<ReportObject, 'plan' | 'coverage'>): ForecastCoverage => {
  const all = coverage?.protection.protectedByUs ?? 0;
  const before = (plan?.decisions ?? []).filter(({ actual }) => (actual?.ours ?? 0) > 0).length;
  const forecast = before - (plan?.forecast?.unknown ?? before);
  return { forecast: Math.min(Math.max(0, forecast), all), all };
};

/** Whether the forecast of any disk is unknown: then no disk in a list means nothing. */
export const isPartlyUnknown = ({ forecast, all }: ForecastCoverage): boolean => forecast < all;
