import type { AuditedState, AuditedWrite } from '../../core/audit/audit.ts';
import { serviceMaximums } from '../../core/forecast/due.ts';
import { makeForecasts, type PooledBands } from '../../core/forecast/forecasts.ts';
import type { Sample } from '../../core/forecast/growth.ts';
import { expectedGb, lowerGb, upperGb } from '../../core/forecast/growth-band.ts';
import { dayOf, type ProjectHistory, provisionedSamples, usedSamples } from '../../core/forecast/project-history.ts';
import { thresholdPercent } from '../../core/model/autoscaler.ts';
import { mbPerGb } from '../../core/model/sizes.ts';
import { planKeyText } from '../../core/service/floor.ts';
import type { InventoryRecord } from '../../run/store/run-objects.ts';
import type { Ahead, GrowthPicture } from '../pictures/growth.ts';

/** Past days that a reader can choose; without a choice a picture shows all. */
export const ranges = [7, 30, 90] as const;

/** Most days ahead that a picture shows, and how many points it has at most. */
const mostAhead = 60;
const mostSteps = 12;

/** What the store knows of a service's growth. */
export interface GrowthSources {
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
  /** Past days to show; null: all. */
  readonly days: number | null;
  /** Writes to the service, the newest first. */
  readonly records: readonly AuditedWrite[];
}

/** The additional storage of an audited maximum; null without one, and where a total could not be converted. */
const additionalIn = (state: AuditedState): number | null => {
  if (state?.kind !== 'endpoint') return null;
  return state.maxAdditionalGb > 0 || state.maximum.kind === 'additional' ? state.maxAdditionalGb : null;
};

/**
 * The largest disk that the maximum allowed, since the day of each write that changed it: with the present disk of the plan,
 * as no record has an earlier one. It begins where the service last had no maximum.
 */
const limitOf = (
  { planDiskMb, maximumGb, records }: Pick<GrowthSources, 'planDiskMb' | 'maximumGb' | 'records'>,
  days: readonly number[],
): Sample[] => {
  if (planDiskMb === null || maximumGb === null || days.length === 0) return [];
  const first = days.reduce((a, b) => Math.min(a, b));
  const isOfMaximum = ({ status, before, after }: AuditedWrite) =>
    status === 'confirmed' && (before ?? after)?.kind === 'endpoint';
  const writes = records.filter(isOfMaximum).toReversed();
  const begin = writes.findLastIndex(
    ({ before, after }) => additionalIn(before) === null || additionalIn(after) === null,
  );
  const known = writes.slice(Math.max(0, begin));
  const before = begin < 0 ? [[first, additionalIn(known[0]?.before ?? null) ?? maximumGb] as const] : [];
  const since = known.map(
    ({ at, after }) => [Math.max(first, dayOf(Date.parse(at))), additionalIn(after) ?? maximumGb] as const,
  );
  const last = [...days, ...since.map(([day]) => day)].reduce((a, b) => Math.max(a, b), first + 1);
  const maximums = [...new Map([...before, ...since, [last, maximumGb]])].sort(([a], [b]) => a - b);
  return maximums.map(([day, gb]) => ({ day, gb: planDiskMb / mbPerGb + gb }));
};

/** The growth of one service, with what is expected, from its project's history and last reading. */
export const growthFacts = (sources: GrowthSources): GrowthPicture => {
  const { name, project, history, record, planDiskMb, today, bands, days } = sources;
  const isShown = ({ day }: Sample) => days === null || day >= today - days;
  const services = record === undefined ? [] : serviceMaximums([{ project, ...record }]);
  const service = services.find((candidate) => candidate.name === name);
  const stored = history.services.find((candidate) => candidate.name === name);
  const used = stored === undefined ? [] : usedSamples(history.days, stored).filter(isShown);
  const provisioned = stored === undefined ? [] : provisionedSamples(history.days, stored).filter(isShown);
  if (service === undefined || service.diskMb === null) {
    return { name, used, provisioned, ahead: [], thresholdPercent: null, limit: [] };
  }
  const histories = new Map([[project, history]]);
  const planDisks = new Map([[planKeyText(service.type, service.plan), planDiskMb]]);
  const forecasts = makeForecasts({ histories, services, planDiskMb: planDisks, today, bands });
  const expected = forecasts.expect(service);
  const expectation = expected.used ?? expected.provisioned;
  const ahead: Ahead[] = [];
  const aheadDays = Math.min(mostAhead, days ?? mostAhead);
  for (let later = 0; expectation !== null && later <= aheadDays; later += Math.ceil(aheadDays / mostSteps)) {
    const { growth, band } = expectation;
    const day = growth.day + later;
    const gb = expectedGb(growth, band, later);
    const point = {
      day,
      gb,
      lowerGb: Math.max(0, lowerGb(growth, band, later)),
      upperGb: upperGb(growth, band, later),
    };
    if (isShown(point)) ahead.push(point);
  }
  const shown = [...used, ...provisioned, ...ahead].map(({ day }) => day);
  const limit = limitOf(sources, shown);
  return { name, used, provisioned, ahead, thresholdPercent: thresholdPercent(service.type), limit };
};
