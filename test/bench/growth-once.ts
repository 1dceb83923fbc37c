import { taskHandlers } from '../../lib/local/task-handlers.ts';
import { runWorkflow } from '../../lib/local/workflow.ts';
import type { Platform, Store } from '../../lib/ports.ts';
import { readReport } from '../../lib/run/publish/reports.ts';
import { keys } from '../../lib/run/store/keys.ts';
import { createMemoryStore } from '../../lib/run/store/memory-store.ts';
import { systemClock } from '../../lib/run/system-clock.ts';
import { definitions } from '../../lib/workflow/definitions.ts';
import { alike, stored } from './stored-organization.ts';

/** A pass over an organization of so many projects, alone in a process: `node growth-once.mjs PROJECTS POLICY`. */

const projects = Number(process.argv[2]);
const counts = { calls: 0, gets: 0, puts: 0, states: 0 };

const counted = (store: Store): Store => ({
  ...store,
  get: (key) => {
    counts.gets += 1;
    return store.get(key);
  },
  put: (key, body, condition) => {
    counts.puts += 1;
    return store.put(key, body, condition);
  },
});

const all = alike(true);
const platform: Platform = {
  ...all,
  listProjects: async () => {
    counts.calls += 1;
    const list = await all.listProjects();
    return { ...list, projects: list.projects.slice(0, projects) };
  },
  listServices: (project) => {
    counts.calls += 1;
    return all.listServices(project);
  },
  listEndpoints: (project) => {
    counts.calls += 1;
    return all.listEndpoints(project);
  },
};

const store = counted(createMemoryStore());
const ports = { store, platform, clock: systemClock, bus: { publish: async () => undefined } };
await store.put(keys.policy, process.argv[3] ?? '');
const before = process.cpuUsage();
const request = { trigger: { kind: 'schedule', by: 'hourly pass' }, everyMinutes: 60, readOnly: false } as const;
const runId = 'growth';
await runWorkflow(definitions.reconcile, request, {
  runId,
  handlers: taskHandlers(ports),
  waits: { Settle: 0 },
  onProgress: ({ kind }) => {
    if (kind === 'entered') counts.states += 1;
  },
});
const { user, system } = process.cpuUsage(before);
const peakMb = process.resourceUsage().maxRSS / 1024;
const services = projects * stored.servicesOfProject;
const verdict = (await readReport(store, runId))?.plan?.verdict;
if (verdict !== 'nothing') throw new Error(`the verdict was ${verdict}`);
process.stdout.write(JSON.stringify({ services, seconds: (user + system) / 1e6, peakMb, ...counts }));
