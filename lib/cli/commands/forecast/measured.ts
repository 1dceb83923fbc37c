import { estimateText } from '../../../core/calls/order.ts';
import type { ServiceMaximum } from '../../../core/forecast/due.ts';
import type { PooledBands } from '../../../core/forecast/forecasts.ts';
import type { ServiceName } from '../../../core/model/grouping.ts';
import type { Snapshot } from '../../../core/model/model.ts';
import { counted } from '../../../core/model/visible-text.ts';
import type { Lookup } from '../../../core/plan/lookups.ts';
import type { Ports } from '../../../ports.ts';
import { untilLookedUp } from '../../../run/lookup/look-up.ts';
import type { DoneLookups } from '../../../run/lookup/run-lookups.ts';
import { forecastServices, type RunForecast } from '../../../run/plan/forecast.ts';
import type { Console } from '../../shell/console.ts';

type UsageLookup = Lookup & { readonly kind: 'usage' };

export const isTarget = (target: ServiceName | undefined, { project, name }: ServiceMaximum): boolean =>
  target !== undefined && target.project === project && target.service === name;

interface Scope {
  readonly snapshots: readonly Snapshot[];
  /** Undefined: every service. */
  readonly target: ServiceName | undefined;
  /** Whether to measure every disk; else the target alone. */
  readonly measuresAll: boolean;
  readonly bands: PooledBands | undefined;
}

/** Calls to measure a service: the first time it also measures the past year. */
const callsFor = (forecast: RunForecast | undefined, { project, service }: UsageLookup): number =>
  forecast?.forecasts.measuredDay({ project, name: service }) == null ? 2 : 1;

/**
 * Forecasts all services, and measures before what was asked for and not measured today. Measurements stay in the store, also when
 * the command is interrupted.
 */
export const measuredForecast = async (
  ports: Ports,
  runId: string,
  { snapshots, target, measuresAll, bands }: Scope,
  {
    console,
    callsPerMinute,
  }: { readonly console: Pick<Console, 'note' | 'progress'>; readonly callsPerMinute: number },
): Promise<RunForecast> => {
  const alsoOf = (service: ServiceMaximum) => (target === undefined ? measuresAll : isTarget(target, service));
  const asks = measuresAll || target !== undefined;
  const most = measuresAll ? Number.POSITIVE_INFINITY : undefined;
  let latest: RunForecast | undefined;
  const attempt = async (done: DoneLookups) => {
    latest = await forecastServices(ports, snapshots, { asks, alsoOf, bands, most }, done);
    return latest;
  };
  const onRound = (lookups: readonly Lookup[]) => {
    const usage = lookups.filter((lookup) => lookup.kind === 'usage');
    const calls = usage.reduce((sum, lookup) => sum + callsFor(latest, lookup), 0);
    if (calls > 0) console.note(estimateText(calls, callsPerMinute, 'disk use'));
    let done = 0;
    return ({ kind }: Lookup) => {
      if (kind !== 'usage') return;
      done += 1;
      console.progress('measuring disks', done, usage.length);
    };
  };
  return untilLookedUp(ports, runId, attempt, onRound);
};

/** How many disks the platform gave no answer about; empty if there are none. */
export const unmeasuredTexts = ({ forecasts, services, today }: RunForecast): string[] => {
  const missing = services.filter((service) => service.diskMb && forecasts.measuredDay(service) !== today).length;
  if (missing === 0) return [];
  return [`${counted(missing, 'disk')} not measured: the platform did not answer; run headroom forecast --all again`];
};
