import type { EventOf, HeadroomEvent } from '../../contract/events.ts';
import { createLocalBus, type LocalBus } from '../../local/bus.ts';
import { createDirectoryStore } from '../../local/directory-store.ts';
import type { Ports } from '../../ports.ts';
import { systemClock } from '../../run/system-clock.ts';
import { type SearchProductName, searchProductName } from '../../wire/search-product-name.ts';
import { localClient } from '../session/client.ts';
import { type WireProfile, wordOf } from '../session/wire-profile.ts';
import type { CommandLine } from '../shell/command-line.ts';
import type { Console } from '../shell/console.ts';
import type { Embedded } from './embedded.ts';
import { type RunSettings, runOnce } from './reconcile.ts';

/** Events within this time start one run. */
const batchingWindowMs = 500;
/** The embedded platform returns tags with a new service, so a short wait is enough. */
const settleMs = 500;

/** The tasks, wired to the embedded platform. */
export interface Face {
  readonly console: Console;
  readonly embedded: Embedded;
  readonly ports: Ports;
  readonly bus: LocalBus;
  /** Options of a local workflow run. */
  readonly options: RunSettings;
  /** Starts to show events on the console. */
  readonly announce: () => void;
  /** Translation of the search product's names. */
  readonly productName: SearchProductName;
  readonly calls: () => { readonly reads: number; readonly writes: number };
}

const eventLine = ({ type, detail }: HeadroomEvent): string => {
  const { project, service, ...rest } = detail as Record<string, unknown>;
  const disk = project === undefined ? '' : ` ${project}/${service}`;
  // An anchor of the audit, and whatever else has parts of its own, is for programs.
  const facts = Object.entries(rest).filter(([name, value]) => name !== 'runId' && typeof value !== 'object');
  return `event ${type}${disk} ${facts.map(([name, value]) => `${name}=${value}`).join(' ')}`.trimEnd();
};

/** A notice in full, because the console is its only channel here. */
const showNotice = (console: Console, { owner, subject, text }: EventOf<'Notice'>['detail']): void => {
  console.line();
  console.line({ text: `notice for ${owner}: ${subject}`, style: 'bold' });
  for (const line of text.split('\n')) console.line(line);
};

/** Connects the tasks to the embedded platform over HTTP, to a directory, and to a bus whose batches start runs. */
export const wireFace = (
  line: CommandLine,
  console: Console,
  embedded: Embedded,
  wireProfile: WireProfile,
  folder: string,
): Face => {
  const { url, organization } = embedded.server;
  const client = localClient({
    ...wireProfile,
    baseUrl: url,
    organization,
    secrets: { token: async () => embedded.token },
    // The embedded platform serves this process only, so it needs no rate limit.
    callsPerMinute: Number.POSITIVE_INFINITY,
    signal: line.signal,
  });
  let announcing = false;
  const announce = () => {
    announcing = true;
  };
  const bus = createLocalBus({
    windowMs: batchingWindowMs,
    schedule: (action, delayMs) => void setTimeout(action, delayMs),
    listen: (event) => {
      if (event.type === 'Notice') showNotice(console, event.detail);
      else if (announcing) console.line(eventLine(event));
    },
    wake: async (batch) => {
      const report = await runOnce(options, batch);
      if (report?.outcome === 'failed') throw new Error(`the run failed: ${report.error}: ${report.cause}`);
    },
    onError: (error) => console.problem(`error: ${error instanceof Error ? error.message : String(error)}`),
  });
  const ports: Ports = { platform: client, store: createDirectoryStore(folder), bus, clock: systemClock };
  const options: RunSettings = { ports, console, newRunId: line.newRunId, settleMs };
  const productName = searchProductName(wordOf(wireProfile));
  return { console, embedded, ports, bus, options, announce, productName, calls: client.calls };
};
