import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { changeResultJson } from '../../../core/change/change-json.ts';
import { readSibling } from '../../../documents/files/sibling.ts';
import { taskHandlers } from '../../../local/task-handlers.ts';
import { readProject } from '../../../run/inventory/read-project.ts';
import { untilLookedUp } from '../../../run/lookup/look-up.ts';
import { forecastServices } from '../../../run/plan/forecast.ts';
import { keys } from '../../../run/store/keys.ts';
import type { ReportObject } from '../../../run/store/run-objects.ts';
import { startEmbedded } from '../../demo/embedded.ts';
import { type Face, wireFace } from '../../demo/face.ts';
import { type Growth, grown, showGrowth } from '../../demo/growth.ts';
import { keepRunning } from '../../demo/keep-running.ts';
import { createService, likeAnEnabledOne } from '../../demo/new-service.ts';
import { planOf, reconcile } from '../../demo/reconcile.ts';
import { openDashboard } from '../../from-store/open-dashboard.ts';
import { readPolicyFile } from '../../session/policy-file.ts';
import { requestedProjects } from '../../session/requested-projects.ts';
import { wireProfileFrom, wordOf } from '../../session/wire-profile.ts';
import type { Console } from '../../shell/console.ts';
import { planDocument, showCoverage, showPlan, showPlanLine, showResults } from '../../views/plan-view.ts';
import type { CommandContext } from '../command.ts';
import type { StartFlags } from './options.ts';

/**
 * Reads the metrics of the disks as the one run of the day and `headroom forecast` do, then reconciles, so that the pages show
 * forecasts from the start. The first run has read the organization when no disk had its autoscaler.
 */
const measureDisks = async ({ console, ports, options }: Face): Promise<void> => {
  const { projects } = await requestedProjects(ports, undefined);
  const snapshots = await Promise.all(
    projects.map(async (project) => ({ project, tags: {}, ...(await readProject(ports.platform, project)) })),
  );
  await untilLookedUp(ports, 'forecast of npm start', (asked) =>
    forecastServices(ports, snapshots, { asks: true, alsoOf: () => true }, asked),
  );
  const { outcome } = await reconcile(options, { trigger: { kind: 'schedule', by: 'npm start' } });
  console.line();
  console.line(
    `A second run forecasts when the disks are full, from their metrics of the past year. outcome: ${outcome}`,
  );
};

const samplePolicy = fileURLToPath(new URL('../../../../docs/policies/org-wide.yaml', import.meta.url));

/** Port of the dashboard; if it is taken, the next free one. */
const dashboardPort = 8080;

const virtualDay = 24 * 60 * 60;
/** Virtual seconds per second while the embedded platform keeps running: a day passes in 24 minutes. */
const speed = 60;

const showReport = (console: Console, report: ReportObject) => {
  const plan = planOf(report);
  showPlan(console, plan);
  if (report.results.length > 0) {
    console.line();
    showResults(console, report);
  }
  showCoverage(console, report);
  showPlanLine(console, plan);
  console.line(`outcome: ${report.outcome}`);
};

/** Advances the embedded platform by a virtual day and shows the disks that the autoscaler enlarged. */
const watchGrowth = async ({ console, embedded }: Face): Promise<Growth[]> => {
  const before = embedded.server.state();
  await embedded.server.advance(virtualDay);
  const growths = grown(before, embedded.server.state());
  console.line();
  const summary = growths.length === 0 ? 'no disk grew.' : 'these disks grew:';
  console.line({ text: `A virtual day later, with an evaluation every 30 seconds, ${summary}`, style: 'bold' });
  if (growths.length > 0) showGrowth(console, growths);
  return growths;
};

/** Creates a service, which the event log watch detects. */
const showPickUp = async ({ console, embedded, ports, bus, productName }: Face, report: ReportObject) => {
  const created = await likeAnEnabledOne(ports.platform, planOf(report), 'created-just-now');
  if (created === undefined) return null;
  await createService(embedded.server.url, embedded.token, created, productName);
  console.line();
  console.line({ text: `A team creates ${created.project}/${created.service_name}:`, style: 'bold' });
  await taskHandlers(ports)['watch-services']({});
  await bus.drain();
  return { project: created.project, service: created.service_name };
};

const demonstrate = async (face: Face, flags: StartFlags) => {
  const { console, embedded, ports, bus } = face;
  console.line(`platform ${embedded.server.url}, organization ${embedded.server.organization}`);
  console.line(`token in ${embedded.tokenFile.path}`);
  // From here every new service is detected: it is in the snapshot, or in the log after this mark.
  await taskHandlers(ports)['watch-services']({});
  const report = await reconcile(face.options, { trigger: { kind: 'manual', by: 'npm start' } });
  showReport(console, report);
  const growth = await watchGrowth(face);
  face.announce();
  const pickedUp = await showPickUp(face, report);
  await bus.drain();
  if (flags.json) {
    const { outcome } = report;
    const results = report.results.map(changeResultJson);
    console.json({ ...planDocument(planOf(report), face.calls(), null), outcome, results, growth, pickedUp });
  }
};

/** Serves the pages about the runs while the platform runs on. */
const keepRunningWithPages = async (face: Face, signal: AbortSignal): Promise<void> => {
  const dashboard = await openDashboard(face.ports.store, { port: dashboardPort, nextFree: true });
  try {
    const port = Number(new URL(dashboard.url).port);
    if (port !== dashboardPort) face.console.note(`port ${dashboardPort} is taken; the dashboard uses ${port}`);
    await keepRunning(face, signal, dashboard.address);
  } finally {
    await dashboard.close();
  }
};

export const run = async ({ line, flags, console }: CommandContext<StartFlags>): Promise<void> => {
  const policyFile = flags.policy ?? samplePolicy;
  const wireProfile = wireProfileFrom(flags, line.environment);
  const { text, policy } = await readPolicyFile(policyFile, wireProfile.profile);
  const calendar = policy.freeze?.calendar ?? null;
  const events = calendar === null ? undefined : readSibling(policyFile, calendar);
  const searchEngine = wordOf(wireProfile);
  const { profile: _clientProfile, ...serving } = flags;
  const embedded = await startEmbedded({ ...serving, searchEngine, nextFree: true, speed: flags.once ? 0 : speed });
  const folder = await mkdtemp(join(tmpdir(), 'headroom-store-'));
  try {
    const port = Number(new URL(embedded.server.url).port);
    if (flags.port !== 0 && port !== flags.port) console.note(`port ${flags.port} is taken; using ${port}`);
    const face = wireFace(line, console, embedded, wireProfile, folder);
    await face.ports.store.put(keys.policy, text);
    if (calendar !== null && events !== undefined) await face.ports.store.put(calendar, events);
    await demonstrate(face, flags);
    if (!flags.once) {
      await measureDisks(face);
      await keepRunningWithPages(face, line.signal);
    }
  } finally {
    await embedded.close();
    await rm(folder, { recursive: true, force: true });
  }
};
