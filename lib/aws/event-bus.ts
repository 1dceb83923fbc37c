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

/** Error codes of entries that a retry may fix; every other code is final. */
const transient = new Set(['ThrottlingException', 'InternalFailure', 'InternalException', 'ServiceUnavailable']);

interface Sized {
  readonly entry: PutEventsRequestEntry;
  readonly bytes: number;
}

interface Refused {
  readonly sized: Sized;
  readonly code: string;
}

/** Size of an entry as EventBridge counts it. */
const bytesOf = (...texts: readonly string[]) => texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);

const toSized = (bus: string, { type, detail }: HeadroomEvent): Sized => {
  const text = JSON.stringify(eventDetails[type].parse(detail));
  const entry = { EventBusName: bus, Source: eventSource, DetailType: type, Detail: text };
  return { entry, bytes: bytesOf(eventSource, type, text) };
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

export interface EventBusOptions {
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
 * @throws BusUnavailable after all entries were tried, if the bus refused any; ZodError, before
 *   sending anything, for an event that does not match contract/events.ts
 */
export const createEventBus = ({ client, bus, sleep, random }: EventBusOptions): Bus => {
  const send = async (call: readonly Sized[]): Promise<Refused[]> => {
    const answer = await client
      .send(new PutEventsCommand({ Entries: call.map(({ entry }) => entry) }))
      .catch((error: unknown) => {
        throw new BusUnavailable(
          `cannot use the bus ${bus} (${awsFailure(error).text}); check that it exists and that this role may put events`,
        );
      });
    if (!answer.FailedEntryCount) return [];
    return call.flatMap((sized, place) => {
      const code = answer.Entries?.[place]?.ErrorCode;
      return code === undefined ? [] : [{ sized, code }];
    });
  };

  /** Sends until every entry is accepted, refused for good, or out of tries; returns the lost entries. */
  const sendAll = async (entries: readonly Sized[]): Promise<Refused[]> => {
    const lost: Refused[] = [];
    let waiting = entries;
    for (let tries = 1; waiting.length > 0; tries += 1) {
      const refused: Refused[] = [];
      for (const call of inCalls(waiting)) refused.push(...(await send(call)));
      const again = tries === maxTries ? [] : refused.filter(({ code }) => transient.has(code));
      lost.push(...refused.filter((one) => !again.includes(one)));
      if (again.length > 0) await sleep(firstWaitMs * 2 ** (tries - 1) * (1 + random()));
      waiting = again.map(({ sized }) => sized);
    }
    return lost;
  };

  return {
    publish: async (events) => {
      const entries = events.map((event) => toSized(bus, event));
      const tooLarge = entries.filter(({ bytes }) => bytes > maxBytes).map((sized) => ({ sized, code: 'TooLarge' }));
      const lost = [...tooLarge, ...(await sendAll(entries.filter(({ bytes }) => bytes <= maxBytes)))];
      if (lost.length === 0) return;
      const types = [...new Set(lost.map(({ sized, code }) => `${sized.entry.DetailType} (${code})`))].sort();
      throw new BusUnavailable(`the bus ${bus} refused ${lost.length} of ${events.length} events: ${types.join(', ')}`);
    },
  };
};

/** The bus with its own client. */
export const openEventBus = (options: Omit<EventBusOptions, 'client'>): Bus =>
  createEventBus({ ...options, client: new EventBridgeClient(clientSettings) });
