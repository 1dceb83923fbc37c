import { serviceMaximums } from '../../core/forecast/due.ts';
import { makeForecasts, type PooledBands } from '../../core/forecast/forecasts.ts';
import { expectedGb, lowerGb, upperGb } from '../../core/forecast/growth-band.ts';
import { type ProjectHistory, provisionedSamples, usedSamples } from '../../core/forecast/project-history.ts';
import { thresholdMb, thresholdPercent } from '../../core/model/autoscaler.ts';
import { mbPerGb } from '../../core/model/sizes.ts';
import { planKeyText } from '../../core/service/floor.ts';
import type { InventoryRecord } from '../../run/store/run-objects.ts';
import type { Ahead, GrowthPicture } from '../pictures/growth.ts';

/** Days ahead that a picture shows, and its steps. */
const aheadDays = 60;
const stepDays = 5;

/** What the store knows of a service's growth. */
interface GrowthSources {
  readonly name: string;
  readonly project: string;
  readonly history: ProjectHistory;
  /** The last reading of the project. */
  readonly record: InventoryRecord | undefined;
  /** Included disk of its plan; null if unknown. */
  readonly planDiskMb: number | null;
  /** Maximum additional storage after the latest run; null if there is none or it is unknown. */
  readonly maximumGb: number | null;
  /** Days since 1970, UTC. */
  readonly today: number;
  /** Of the last plan of the whole organization; undefined before the first one. */
  readonly bands: PooledBands | undefined;
}

/** The growth of one service, with what is expected, from its project's history and last reading. */
export const growthFacts = ({
  name,
  project,
  history,
  record,
  planDiskMb,
  maximumGb,
  today,
  bands,
}: GrowthSources): GrowthPicture => {
  const services = record === undefined ? [] : serviceMaximums([{ project, ...record }]);
  const service = services.find((candidate) => candidate.name === name);
  const stored = history.services.find((candidate) => candidate.name === name);
  const used = stored === undefined ? [] : usedSamples(history.days, stored);
  const provisioned = stored === undefined ? [] : provisionedSamples(history.days, stored);
  if (service === undefined || service.diskMb === null) {
    return { name, used, provisioned, ahead: [], thresholdGb: null, maximumGb: null };
  }
  const histories = new Map([[project, history]]);
  const planDisks = new Map([[planKeyText(service.type, service.plan), planDiskMb]]);
  const forecasts = makeForecasts({ histories, services, planDiskMb: planDisks, today, bands });
  const expected = forecasts.expect(service);
  const expectation = expected.used ?? expected.provisioned;
  const ahead: Ahead[] = [];
  for (let days = 0; expectation !== null && days <= aheadDays; days += stepDays) {
    const { growth, band } = expectation;
    const day = growth.day + days;
    const gb = expectedGb(growth, band, days);
    ahead.push({ day, gb, lowerGb: Math.max(0, lowerGb(growth, band, days)), upperGb: upperGb(growth, band, days) });
  }
  return {
    name,
    used,
    provisioned,
    ahead,
    thresholdGb: thresholdMb(service.diskMb, thresholdPercent(service.type)) / mbPerGb,
    maximumGb: planDiskMb === null || maximumGb === null ? null : planDiskMb / mbPerGb + maximumGb,
  };
};
