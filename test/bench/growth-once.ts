import { discover } from '../../functions/discover.ts';
import { plan } from '../../functions/plan.ts';
import { survey } from '../../functions/survey.ts';
import { createMemoryStore } from '../../lib/local/memory-store.ts';
import type { Platform, Store } from '../../lib/ports.ts';
import { keys } from '../../lib/run/store/keys.ts';
import { systemClock } from '../../lib/run/system-clock.ts';
import { alike, stored } from './stored-organization.ts';

/** Reads and plans an organization of so many projects, alone in a process: `tsx growth-once.ts PROJECTS POLICY`. */

const projects = Number(process.argv[2]);
const counts = { calls: 0, gets: 0, puts: 0 };

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
    return (await all.listProjects()).slice(0, projects);
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
const { projects: batches } = await discover(ports)({ runId, request });
for (const batch of batches) await survey(ports)({ runId, projects: batch });
const { changes } = await plan(ports)({ runId });
if (changes !== 0) throw new Error(`planned ${changes} changes`);
const { user, system } = process.cpuUsage(before);
const peakMb = process.resourceUsage().maxRSS / 1024;
const services = projects * stored.servicesOfProject;
process.stdout.write(JSON.stringify({ services, seconds: (user + system) / 1e6, peakMb, ...counts }));
