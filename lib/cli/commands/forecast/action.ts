import { NotFound, PlatformUnauthorized, RunInterrupted } from '../../../contract/errors.ts';
import { soonDays } from '../../../core/disk/disk-troubles.ts';
import { isoInstant } from '../../../core/model/durations.ts';
import type { ServiceName } from '../../../core/model/grouping.ts';
import { mayLook, modeHolding, unrestrained } from '../../../core/model/mode.ts';
import type { Snapshot } from '../../../core/model/model.ts';
import type { Ports, Store } from '../../../ports.ts';
import { askByName } from '../../../run/inventory/ask-by-name.ts';
import { lastBands } from '../../../run/inventory/index-of-readings.ts';
import { readProject } from '../../../run/inventory/read-project.ts';
import { readRecord } from '../../../run/inventory/record.ts';
import type { RunForecast } from '../../../run/plan/forecast.ts';
import { noteSizes } from '../../../run/store/histories.ts';
import { inBatches } from '../../../run/store/in-batches.ts';
import { readStoreMode } from '../../../run/store/mode.ts';
import { serviceFilter } from '../../from-store/service-filter.ts';
import { type RequestedProjects, requestedProjects } from '../../session/requested-projects.ts';
import { storedPolicy } from '../../session/stored-policy.ts';
import { headFor } from '../../shell/columns.ts';
import type { PlanContext } from '../command.ts';
import { parseTarget } from '../service-target.ts';
import { isTarget, measuredForecast, unmeasuredTexts } from './measured.ts';
import type { ForecastFlags } from './options.ts';
import { byUrgency, type ForecastRow, forecastColumns, gbOf, showForecasts } from './view.ts';

interface Unread {
  /** Empty for the list of projects. */
  readonly project: string;
  readonly message: string;
}

const unreadText = ({ project, message }: Unread): string =>
  `not read: ${project === '' ? '' : `${project}: `}${message}`;

/** Reads the current state of projects. An unreadable project is reported and does not stop the others. */
const readAll = async (ports: Ports, { projects, listProblem }: RequestedProjects, onDone: (done: number) => void) => {
  const snapshots: Snapshot[] = [];
  const unread: Unread[] = listProblem === null ? [] : [{ project: '', message: listProblem }];
  let done = 0;
  await inBatches(projects, async (project) => {
    try {
      const seen = await readProject(ports.platform, project);
      await askByName(ports, project, await readRecord(ports.store, ports.platform.organization, project), seen);
      await noteSizes(ports, project, seen.services);
      snapshots.push({ project, tags: {}, ...seen });
    } catch (error) {
      if (error instanceof RunInterrupted || error instanceof PlatformUnauthorized) throw error;
      unread.push({ project, message: error instanceof Error ? error.message : String(error) });
    }
    done += 1;
    onDone(done);
  });
  return { snapshots, unread };
};

/** @throws Error if the effective mode allows no look at the platform */
const checkMode = async (store: Store): Promise<void> => {
  const policy = await storedPolicy(store);
  const mode = modeHolding(policy?.mode ?? unrestrained, await readStoreMode(store));
  if (!mayLook(mode)) throw new Error(`the mode is ${mode}: no calls were made; see headroom mode`);
};

const rowsOf = ({ forecasts, services }: RunForecast, target: ServiceName | undefined): ForecastRow[] =>
  services
    .filter((service) => target === undefined || isTarget(target, service))
    .map((service): ForecastRow => {
      const { project, name, type, diskMb, maximum } = service;
      const forecast = forecasts.of(service, maximum);
      return { project, service: name, serviceType: type, maximum, provisionedGb: gbOf(diskMb), forecast };
    })
    .sort(byUrgency);

const noSuchService = ({ project, service }: ServiceName, unread: readonly Unread[]): NotFound => {
  const why = unread[0]?.message ?? `project ${project} has no service ${service}`;
  return new NotFound(`${why}; see headroom forecast --project ${project}`);
};

/**
 * Forecasts when disks reach their threshold and their maximum, from the current state. Needs no policy. Under stop it makes no
 * call, like every look at the platform.
 */
export const run = async ({ flags, console, open }: PlanContext<ForecastFlags>, named?: string): Promise<void> => {
  console.expectRecords(headFor(forecastColumns, console.reader), true);
  const target = named === undefined ? undefined : parseTarget(named);
  return open('looks', async ({ connection, context }) => {
    const ports = { ...connection.ports, store: context.store };
    await checkMode(ports.store);
    const requested = await requestedProjects(ports, target === undefined ? flags.project : [target.project]);
    const onDone = (done: number) => console.progress('reading projects', done, requested.projects.length);
    const runId = `forecast ${isoInstant(ports.clock.now())}`;
    const { snapshots, unread } = await readAll(ports, requested, onDone);
    // Past errors of some projects alone would give a service another range than the errors of all projects.
    const isWhole = target === undefined && flags.project === undefined;
    const bands = isWhole ? undefined : await lastBands(context.store);
    const { callsPerMinute } = connection;
    const forecast = await measuredForecast(
      ports,
      runId,
      { snapshots, target, measuresAll: flags.all === true, bands },
      { console, callsPerMinute },
    );
    const all = rowsOf(forecast, target);
    const shows = await serviceFilter(context.store, { service: flags.service, tag: flags.tag }, all);
    const rows = shows === undefined ? all : all.filter(shows);
    if (target !== undefined && rows.length === 0) throw noSuchService(target, unread);
    const { rows: services, leftOut } = console.listed(forecastColumns, rows);
    const document = { soonDays, services, leftOut, unread, calls: connection.client.calls() };
    console.answer(document, () => showForecasts(console, rows));
    const unmeasured = flags.all && target === undefined ? unmeasuredTexts(forecast) : [];
    for (const text of [...unread.map(unreadText), ...unmeasured]) console.problem(text);
  });
};
