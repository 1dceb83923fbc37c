import type { HttpRequest } from '../../../lib/client/transport/exchange.ts';
import type { RawAnswer } from '../../../lib/client/transport/outcome.ts';
import type { HeadroomEvent } from '../../../lib/contract/events.ts';
import type { TaskName } from '../../../lib/contract/task-contract.ts';
import { minuteMs } from '../../../lib/core/model/durations.ts';
import type { SimulatedTime } from '../engine/time.ts';
import type { Ended } from './executions.ts';
import type { Newcomer } from './organization.ts';

/** The task that sent a request, and its run. */
interface Sender {
  readonly task: TaskName;
  readonly runId: string | undefined;
}

/** How well the organization is looked after, measured by what reaches the platform and not by what Headroom says. */
export interface Readings {
  /** Notes a request that the platform has answered. */
  readonly note: (request: HttpRequest, answer: RawAnswer, by: Sender) => void;
  readonly created: (newcomer: Newcomer) => void;
  /** Notes events that Headroom publishes. */
  readonly published: (events: readonly HeadroomEvent[]) => void;
  readonly ended: (ended: Ended) => void;
  /** The longest time between two reads of one project, in minutes. */
  readonly oldestRecordMinutes: () => number;
  /**
   * Minutes from the creation of each service to its autoscaler, or to the end of the run that served it, ascending; of a
   * service that nothing has served yet, to now.
   */
  readonly eventMinutes: () => readonly number[];
  /** Minutes from the creation of each service to its first event, or to the run that served it without one, ascending. */
  readonly foundMinutes: () => readonly number[];
  /** Minutes from the first event of each service to its autoscaler, or to the end of the run that served it, ascending. */
  readonly servedMinutes: () => readonly number[];
  /** Notes the projects that Headroom wants to read early from now on. */
  readonly urgent: (projects: readonly string[]) => void;
  /** The longest time from the note that a project is urgent, or from its last read since, to its next read, in minutes. */
  readonly urgentMinutes: () => number;
  /** Requests of each pass that found nothing to do, ascending, without its questions about prices and plans. */
  readonly quietCalls: () => readonly number[];
  /** Questions about prices, plans and usage. */
  readonly questions: () => number;
  /** New services that nothing has served yet. */
  readonly waiting: () => number;
}

const services = /\/project\/([^/?]+)\/service(?:\?|$)/;
const integrations = /\/project\/([^/?]+)\/integration(?:\?|$)/;

const ascending = (a: number, b: number): number => a - b;

const keyOf = (project: string, service: string) => `${project}/${service}`;

export const createReadings = (time: SimulatedTime, projects: readonly string[]): Readings => {
  const readMs = new Map(projects.map((name) => [name, time.now()]));
  /** Projects by run, with the last moment at which the run read each. */
  const readBy = new Map<string, Map<string, number>>();
  const pending = new Map<string, Newcomer>();
  const minutes: number[] = [];
  const found: number[] = [];
  const afterEvent: number[] = [];
  /** When the first event of a service that waits was published. */
  const publishedMs = new Map<string, number>();
  const urgentSinceMs = new Map<string, number>();
  const callsBy = new Map<string, number>();
  const quiet: number[] = [];
  let oldestMs = 0;
  let questions = 0;
  let longestUrgentMs = 0;

  const served = (key: string) => {
    const newcomer = pending.get(key);
    if (newcomer === undefined) return;
    pending.delete(key);
    minutes.push((time.now() - newcomer.atMs) / minuteMs);
    const eventMs = publishedMs.get(key);
    found.push(((eventMs ?? time.now()) - newcomer.atMs) / minuteMs);
    if (eventMs !== undefined) afterEvent.push((time.now() - eventMs) / minuteMs);
  };

  /** Answers expire within a day whatever a pass finds, so a question that is due belongs to no pass in particular. */
  const count = (task: TaskName, runId: string | undefined) => {
    if (task === 'ask') questions += 1;
    else if (runId !== undefined) callsBy.set(runId, (callsBy.get(runId) ?? 0) + 1);
  };

  const noteRead = (project: string, runId: string | undefined) => {
    const nowMs = time.now();
    oldestMs = Math.max(oldestMs, nowMs - (readMs.get(project) ?? nowMs));
    readMs.set(project, nowMs);
    const urgentMs = urgentSinceMs.get(project);
    if (urgentMs !== undefined) {
      longestUrgentMs = Math.max(longestUrgentMs, nowMs - urgentMs);
      urgentSinceMs.set(project, nowMs);
    }
    if (runId === undefined) return;
    const ofRun = readBy.get(runId) ?? new Map<string, number>();
    ofRun.set(project, nowMs);
    readBy.set(runId, ofRun);
  };

  return {
    note: ({ method, path, body }, { status }, { task, runId }) => {
      count(task, runId);
      if (status !== 200 && status !== 201) return;
      const read = method === 'GET' ? services.exec(path)?.[1] : undefined;
      if (read !== undefined) noteRead(decodeURIComponent(read), runId);
      const written = method === 'POST' ? integrations.exec(path)?.[1] : undefined;
      if (written === undefined) return;
      const { source_service: service } = JSON.parse(body ?? '{}') as { source_service?: string };
      served(keyOf(decodeURIComponent(written), String(service)));
    },
    created: (newcomer) => void pending.set(keyOf(newcomer.project, newcomer.service), newcomer),
    published: (events) => {
      for (const { type, detail } of events) {
        if (type !== 'ServiceCreated') continue;
        const key = keyOf(detail.project, detail.service);
        if (pending.has(key) && !publishedMs.has(key)) publishedMs.set(key, time.now());
      }
    },
    ended: ({ runId, error, trigger, outcome }) => {
      if (trigger === 'hourly' && outcome === 'nothing') quiet.push(callsBy.get(runId) ?? 0);
      callsBy.delete(runId);
      const ofRun = readBy.get(runId);
      readBy.delete(runId);
      if (error !== null || ofRun === undefined) return;
      for (const [key, { project, atMs }] of pending) if ((ofRun.get(project) ?? 0) > atMs) served(key);
    },
    oldestRecordMinutes: () => Math.max(oldestMs, ...[...readMs.values()].map((ms) => time.now() - ms)) / minuteMs,
    eventMinutes: () =>
      [...minutes, ...[...pending.values()].map(({ atMs }) => (time.now() - atMs) / minuteMs)].sort(ascending),
    foundMinutes: () => found.toSorted(ascending),
    servedMinutes: () => afterEvent.toSorted(ascending),
    urgent: (names) => {
      const now = new Set(names);
      for (const name of urgentSinceMs.keys()) if (!now.has(name)) urgentSinceMs.delete(name);
      for (const name of names) if (!urgentSinceMs.has(name)) urgentSinceMs.set(name, time.now());
    },
    urgentMinutes: () => longestUrgentMs / minuteMs,
    quietCalls: () => quiet.toSorted(ascending),
    questions: () => questions,
    waiting: () => pending.size,
  };
};
