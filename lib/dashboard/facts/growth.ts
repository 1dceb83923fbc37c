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
  /** Writes to the service, the newest first, and whether older ones may exist. */
  readonly found: { readonly records: readonly AuditedWrite[]; readonly isCut: boolean };
}

/** The additional storage of an audited maximum; null without one, and where a total could not be converted. */
const additionalIn = (state: AuditedState): number | null => {
  if (state?.kind !== 'endpoint') return null;
  return state.maxAdditionalGb > 0 || state.maximum.kind === 'additional' ? state.maxAdditionalGb : null;
};

/**
 * The largest disk that the maximum allowed, since the day of each write that changed it: with the present disk of the plan,
 * as no record has an earlier one. It begins where the service last had no maximum, or where the known writes begin.
 */
const limitOf = (
  { planDiskMb, maximumGb, today, found }: GrowthSources,
  [first, last]: readonly [first: number, last: number],
): Sample[] => {
  if (planDiskMb === null || maximumGb === null) return [];
  const isOfMaximum = ({ status, before, after }: AuditedWrite) =>
    status === 'confirmed' && (before ?? after)?.kind === 'endpoint';
  const writes = found.records.filter(isOfMaximum).toReversed();
  const isUnknown = ({ before, after }: AuditedWrite) => additionalIn(before) === null || additionalIn(after) === null;
  const begin = writes.findLastIndex(isUnknown);
  const known = writes.slice(Math.max(0, begin));
  const steps = known.map(
    ({ at, after }) => [Math.min(today, dayOf(Date.parse(at))), additionalIn(after) ?? maximumGb] as const,
  );
  const isWhole = begin < 0 && !found.isCut;
  const before = isWhole ? [[first, additionalIn(known[0]?.before ?? null) ?? maximumGb] as const] : [];
  // A person may have changed it since the last write.
  const now = [today, Math.max(last, today, first + 1)].map((day) => [day, maximumGb] as const);
  const maximums = new Map([...before, ...steps, ...now].map(([day, gb]) => [Math.max(first, day), gb]));
  return [...maximums].map(([day, gb]) => ({ day, gb: planDiskMb / mbPerGb + gb })).sort((a, b) => a.day - b.day);
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
    return { name, today, used, provisioned, ahead: [], thresholdPercent: null, limit: [] };
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
    const range = { lowerGb: Math.max(0, lowerGb(growth, band, later)), upperGb: upperGb(growth, band, later) };
    if (isShown({ day, gb })) ahead.push({ day, gb, ...range });
  }
  const shown = [...used, ...provisioned, ...ahead].map(({ day }) => day);
  const limit = shown.length === 0 ? [] : limitOf(sources, [Math.min(...shown), Math.max(...shown)]);
  const threshold = sources.maximumGb === null ? null : thresholdPercent(service.type);
  return { name, today, used, provisioned, ahead, thresholdPercent: threshold, limit };
};
