import { EventBridgeClient, PutEventsCommand, type PutEventsRequestEntry } from '@aws-sdk/client-eventbridge';
import { BusUnavailable } from '../contract/errors.ts';
import { eventDetails, eventSource, type HeadroomEvent } from '../contract/events.ts';
import type { Bus } from '../ports.ts';
import { awsFailure, clientSettings } from './client-settings.ts';

/** Limits of one PutEvents call: number of entries, and bytes of all entries (EventBridge quotas: 10 and 256 KB). */
const maxEntries = 10;
const maxBytes = 256 * 1024;
/** Tries per entry, including the first. */
const maxTries = 4;
const firstWaitMs = 200;
/** Failed calls after which the bus counts as down: each may take as long as all tries of the client. */
const mostFailedCalls = 3;

/** Error codes of entries that a retry may fix; every other code is final. */
const transient = new Set(['ThrottlingException', 'InternalFailure', 'InternalException', 'ServiceUnavailable']);

interface Sized {
  /** Place among the events to publish. */
  readonly index: number;
  readonly entry: PutEventsRequestEntry;
  readonly bytes: number;
}

interface Refused {
  readonly sized: Sized;
  readonly code: string;
}

/** What a sending came to: the refused entries, and the first error of a whole call. */
interface Sent {
  readonly refused: Refused[];
  readonly failure: string | undefined;
}

/** Code of an entry whose call failed. */
const callFailed = 'CallFailed';

/** Size of an entry as EventBridge counts it. */
const bytesOf = (...texts: readonly string[]) => texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);

const toSized = (bus: string, { type, detail }: HeadroomEvent, index: number): Sized => {
  const text = JSON.stringify(eventDetails[type].parse(detail));
  const entry = { EventBusName: bus, Source: eventSource, DetailType: type, Detail: text };
  return { index, entry, bytes: bytesOf(eventSource, type, text) };
};

/** Splits the entries into calls within the limits, in order. */
const inCalls = (entries: readonly Sized[]): Sized[][] => {
  const calls: Sized[][] = [];
  let bytes = 0;
  for (const sized of entries) {
    const call = calls.at(-1);
    if (call === undefined || call.length === maxEntries || bytes + sized.bytes > maxBytes) {
      calls.push([sized]);
      bytes = sized.bytes;
    } else {
      call.push(sized);
      bytes += sized.bytes;
    }
  }
  return calls;
};

interface EventBusOptions {
  readonly client: Pick<EventBridgeClient, 'send'>;
  /** Name or ARN of the bus. */
  readonly bus: string;
  readonly sleep: (ms: number) => Promise<void>;
  /** In [0, 1): spreads waits. */
  readonly random: () => number;
}

/**
 * The bus as an EventBridge bus. A successful call may still have failed for some entries: only those are retried,
 * a few times. Needs events:PutEvents on the bus.
 * @throws BusUnavailable with the refused events, if there are any; ZodError, before
 *   sending anything, for an event that does not match contract/events.ts
 */
export const createEventBus = ({ client, bus, sleep, random }: EventBusOptions): Bus => {
  /** @returns the refused entries, or the text of the error that failed the whole call */
  const send = async (call: readonly Sized[]): Promise<Refused[] | string> => {
    try {
      const answer = await client.send(new PutEventsCommand({ Entries: call.map(({ entry }) => entry) }));
      if (!answer.FailedEntryCount) return [];
      return call.flatMap((sized, index) => {
        const code = answer.Entries?.[index]?.ErrorCode;
        return code === undefined ? [] : [{ sized, code }];
      });
    } catch (error) {
      return awsFailure(error).text;
    }
  };

  /**
   * Sends calls in order. The entries of a call that failed are sent again one by one, after the others, because one of them
   * may be the cause. After a few failed calls the rest counts as refused.
   */
  const sendCalls = async (entries: readonly Sized[]): Promise<Sent> => {
    const refused: Refused[] = [];
    const failures: string[] = [];
    const calls = inCalls(entries);
    for (let call = calls.shift(); call !== undefined; call = calls.shift()) {
      const [failure] = failures;
      const answer = failures.length < mostFailedCalls ? await send(call) : (failure ?? '');
      if (typeof answer !== 'string') {
        refused.push(...answer);
        continue;
      }
      failures.push(answer);
      if (call.length > 1 && failures.length < mostFailedCalls) calls.push(...call.map((sized) => [sized]));
      else refused.push(...call.map((sized) => ({ sized, code: callFailed })));
    }
    return { refused, failure: failures[0] };
  };

  /** Sends until every entry is accepted, refused for good, or out of tries; returns the lost entries. */
  const sendAll = async (entries: readonly Sized[]): Promise<Sent> => {
    const lost: Refused[] = [];
    let failure: string | undefined;
    let waiting = entries;
    for (let tries = 1; waiting.length > 0; tries += 1) {
      const sent = await sendCalls(waiting);
      failure ??= sent.failure;
      const toRetry = tries === maxTries ? [] : sent.refused.filter(({ code }) => transient.has(code));
      lost.push(...sent.refused.filter((refused) => !toRetry.includes(refused)));
      if (toRetry.length > 0) await sleep(firstWaitMs * 2 ** (tries - 1) * (1 + random()));
      waiting = toRetry.map(({ sized }) => sized);
    }
    return { refused: lost, failure };
  };

  const problemOf = (lost: readonly Refused[], failure: string | undefined, all: number): string => {
    if (failure !== undefined && lost.length === all)
      return `cannot use the bus ${bus} (${failure}); check that it exists and that this role may put events`;
    const types = [...new Set(lost.map(({ sized, code }) => `${sized.entry.DetailType} (${code})`))].sort();
    return `the bus ${bus} refused ${lost.length} of ${all} events: ${types.join(', ')}`;
  };

  return {
    publish: async (events) => {
      const entries = events.map((event, index) => toSized(bus, event, index));
      const tooLarge = entries.filter(({ bytes }) => bytes > maxBytes).map((sized) => ({ sized, code: 'TooLarge' }));
      const { refused, failure } = await sendAll(entries.filter(({ bytes }) => bytes <= maxBytes));
      const lost = [...tooLarge, ...refused];
      if (lost.length === 0) return;
      const indexes = new Set(lost.map(({ sized }) => sized.index));
      throw new BusUnavailable(problemOf(lost, failure, events.length), indexes);
    },
  };
};

/** The bus with its own client. */
export const openEventBus = (options: Omit<EventBusOptions, 'client'>): Bus =>
  createEventBus({ ...options, client: new EventBridgeClient(clientSettings) });
