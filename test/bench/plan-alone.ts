import { plan } from '../../functions/plan.ts';
import { createDirectoryStore } from '../../lib/local/directory-store.ts';
import { systemClock } from '../../lib/run/system-clock.ts';
import { alike } from './stored-organization.ts';

/** Plans the run of a store in a process of its own, and prints what that took: `node plan-alone.mjs FOLDER RUN on|off`. */
const [folder = '', runId = '', state = ''] = process.argv.slice(2);
const ports = { store: createDirectoryStore(folder), platform: alike(state === 'on'), clock: systemClock };
const before = process.cpuUsage();
const { changes, verdict } = await plan(ports)({ runId });
const { user, system } = process.cpuUsage(before);
const peakMb = process.resourceUsage().maxRSS / 1024;
process.stdout.write(JSON.stringify({ changes, verdict, seconds: (user + system) / 1e6, peakMb }));
