import { fleetInStore } from '../../../lib/cli/from-store/stored-disks.ts';
import { storedLines } from '../../../lib/cli/from-store/stored-explanation.ts';
import { createTrials } from '../../../lib/cli/from-store/trials.ts';
import { createDashboard, type DashboardOptions } from '../../../lib/dashboard/http/app.ts';
import { parsePolicyOfAnyProfile } from '../../../lib/documents/documents.ts';
import type { Store } from '../../../lib/ports.ts';
import { systemClock } from '../../../lib/run/system-clock.ts';

const host = '127.0.0.1:8090';

/** The random texts of the pages under test. */
export const entry = {
  path: '/pAth-of-the-pages',
  key: 'kEy-of-the-pages-0123456789abcdefghijklmnop',
  session: 'sEssion-of-the-pages-0123456789abcdefghijk',
};
const cookie = `headroom=${entry.session}`;

/** The pages about a store, asked without a socket. */
export const pagesOf = (store: Store, more: Partial<DashboardOptions> = {}) => {
  const { clock = systemClock } = more;
  const app = createDashboard({
    store,
    clock,
    readFleet: () => fleetInStore(store, clock.now()),
    linesOf: (project, service) => storedLines(store, project, service, systemClock.now()),
    rulesOf: (text) => parsePolicyOfAnyProfile(text, 'policy.yaml').rules.map(({ name, effect }) => ({ name, effect })),
    ...entry,
    ...more,
    trials: more.trials ?? createTrials({ store, clock }),
  });
  const askStranger = async (path: string, init: RequestInit = {}) =>
    app.request(`http://${host}${path}`, { ...init, headers: { host, ...init.headers } });
  const ask = (path: string, init: RequestInit = {}) =>
    askStranger(`${entry.path}${path}`, { ...init, headers: { cookie, ...init.headers } });
  const page = async (path: string) => (await ask(path)).text();
  return { ask, askStranger, page };
};

/** The same text as a reader sees it: without markup, in one line. */
export const seen = (page: string): string =>
  page
    .replace(/^[\s\S]*<main[^>]*>/, '')
    .replaceAll(/<title>[^<]*<\/title>/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&quot;', '"')
    .replaceAll(/\s+/g, ' ')
    .trim();

export const everyPage = ['/', '/services', '/budgets', '/runs', '/findings', '/audit', '/audit?verify=1', '/policy'];

/** A policy whose plan of 2 changes needs an approval. */
export const careful = `
version: 1
mode: enforce
rules: [{ name: everything, match: { project: '*' }, effect: enable, maxAdditionalGb: 40 }]
guardrails: { maxChanges: 1 }
budgets: [{ name: all <b>, match: { project: '*' }, monthly: "100.00" }]
`;
