import { onTestFinished } from 'vitest';
import type { RunContext } from '../../lib/cli/session/run.ts';
import { createPlatformClient, type PlatformClientOptions } from '../../lib/client/platform-client.ts';
import type { HttpExchange } from '../../lib/client/transport/exchange.ts';
import { createRateLimiter } from '../../lib/client/transport/rate-limiter.ts';
import type { HeadroomEvent } from '../../lib/contract/events.ts';
import { taskHandlers } from '../../lib/local/task-handlers.ts';
import { runWorkflow, type WorkflowOptions } from '../../lib/local/workflow.ts';
import {
  type OpenedPlatform,
  openPlatform,
  type Scenario,
  type ServedPlatform,
  serveOpened,
} from '../../lib/platform/index.ts';
import type { Ports, Store } from '../../lib/ports.ts';
import { readReport } from '../../lib/run/publish/reports.ts';
import { keys } from '../../lib/run/store/keys.ts';
import { createMemoryStore } from '../../lib/run/store/memory-store.ts';
import type { ReportObject } from '../../lib/run/store/run-objects.ts';
import { definitions } from '../../lib/workflow/definitions.ts';
import { ask } from '../ask.ts';
import type { AtEnd } from '../temporary-directory.ts';

export const operatorToken = 'canary-7f3a9c51-token';

/** Retries without waiting: which errors are retried is the definition's business, how long a test waits is not. */
export const noWaits = {
  Discover: 0,
  Survey: 0,
  NoteUnread: 0,
  NoteReleaseFailed: 0,
  NoteGrantFailed: 0,
  Plan: 0,
  Ask: 0,
  ApplyRelease: 0,
  ApplyGrant: 0,
  Report: 0,
  ReportFailure: 0,
};

/** A run of the command line on these ports, without console output or waits between attempts. */
export const commandRun = (ports: Ports, runId: string, more: Partial<RunContext> = {}): RunContext => ({
  runId,
  handlers: taskHandlers(ports),
  store: ports.store,
  console: { progress: () => undefined, note: () => undefined },
  signal: new AbortController().signal,
  retries: noWaits,
  ...more,
});

export interface LocalHeadroom {
  readonly ports: Ports;
  readonly store: Store;
  readonly events: HeadroomEvent[];
  readonly platform: ServedPlatform;
  /** Uses a `/_control` route of the platform. */
  readonly control: (route: string, body: unknown) => Promise<void>;
  /** Moves the clock that leases and runs see. */
  readonly pass: (ms: number) => void;
  /** Runs the real definition on the real tasks; answers the report, also of a run that failed. */
  readonly reconcile: (options?: ReconcileOptions) => Promise<ReportObject>;
  /** Calls that the platform counted while doing this. */
  readonly counted: <T>(action: () => Promise<T>) => Promise<{ result: T; reads: number; writes: number }>;
}

export interface ReconcileOptions {
  readonly input?: unknown;
  readonly runId?: string;
  readonly ports?: Partial<Ports>;
  /** Replaces or wraps the tasks. */
  readonly handlers?: (handlers: Record<string, Handler>) => Record<string, Handler>;
  readonly onProgress?: WorkflowOptions['onProgress'];
}

export type Handler = (input: unknown) => Promise<unknown>;

const manual = { trigger: { kind: 'manual', by: 'a test' } };

/** How the platform is spoken with. */
export type Dialect = Pick<PlatformClientOptions, 'profile' | 'searchEngine'>;

/** Carries requests into a platform of this process. What a socket adds is for the tests of the transport and of the command line. */
const withoutSocket = (platform: OpenedPlatform): HttpExchange => ({
  send: async (request) => {
    const answer = await platform.answer(request, '127.0.0.1');
    if (answer === undefined) throw new Error('the platform ended the connection without an answer');
    return answer;
  },
  close: async () => undefined,
});

/** A client of the platform at an address, over connections of its own unless an exchange carries its requests. */
export const connect = (
  url: string,
  organization: string,
  token: string,
  dialect: Dialect,
  exchange?: HttpExchange,
) => {
  const clock = { now: () => 0 };
  const sleep = async () => undefined;
  return createPlatformClient({
    ...dialect,
    baseUrl: url,
    organization,
    secrets: { token: async () => token },
    rateLimiter: createRateLimiter({ callsPerMinute: Number.POSITIVE_INFINITY, clock, sleep }),
    clock,
    sleep,
    random: () => 0,
    version: 'test',
    exchange,
  });
};

/** The embedded platform, which is served too, the real client, the real tasks and definition, a store and a bus that remember. */
export const startHeadroom = async (
  scenario: Scenario,
  policy: string,
  token = operatorToken,
  dialect: Dialect = {},
  store: Store = createMemoryStore(),
  atEnd: AtEnd = onTestFinished,
): Promise<LocalHeadroom> => {
  const { searchEngine } = dialect;
  const opened = openPlatform({ scenario, token: operatorToken, speed: 0, control: true, searchEngine });
  const platform = await serveOpened(opened);
  const exchange = withoutSocket(opened);
  const client = connect(platform.url, platform.organization, token, dialect, exchange);
  atEnd(async () => {
    await client.close();
    await platform.close();
  });
  let now = Date.parse('2026-03-02T08:00:00Z');
  let runs = 0;
  const events: HeadroomEvent[] = [];
  await store.put(keys.policy, policy);
  const ports: Ports = {
    platform: client,
    store,
    bus: { publish: async (published) => void events.push(...published) },
    clock: { now: () => now },
  };
  const reconcile = async (options: ReconcileOptions = {}) => {
    runs += 1;
    const runId = options.runId ?? `run-${runs}`;
    const handlers: Record<string, Handler> = taskHandlers({ ...ports, ...options.ports });
    const run = runWorkflow(definitions.reconcile, options.input ?? manual, {
      runId,
      handlers: options.handlers?.(handlers) ?? handlers,
      waits: { Settle: 0 },
      retries: noWaits,
      onProgress: options.onProgress,
    });
    const error = await run.then(
      () => undefined,
      (failure: unknown) => failure,
    );
    const report = await readReport(options.ports?.store ?? store, runId);
    if (report === undefined) throw error;
    return report;
  };
  const counted = async <T>(action: () => Promise<T>) => {
    const before = { ...platform.requests() };
    const result = await action();
    const after = platform.requests();
    return { result, reads: after.reads - before.reads, writes: after.writes - before.writes };
  };
  const control = async (route: string, body: unknown) => {
    const { status, text } = await ask(`${platform.url}/_control/${route}`, {
      method: 'POST',
      body: JSON.stringify(body),
    });
    if (status !== 200) throw new Error(`${route}: ${status} ${text}`);
  };
  return { ports, store, control, events, platform, pass: (ms) => (now += ms), reconcile, counted };
};
