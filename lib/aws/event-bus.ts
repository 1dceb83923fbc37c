import { EventBridgeClient, PutEventsCommand, type PutEventsRequestEntry } from '@aws-sdk/client-eventbridge';
import { BusUnavailable } from '../contract/errors.ts';
import { eventDetails, eventSource, type HeadroomEvent } from '../contract/events.ts';
import type { Bus } from '../ports.ts';
import { awsFailure, clientSettings } from './client-settings.ts';

/** What one PutEvents call takes: entries, and bytes of all of them together (EventBridge quotas: 10 and 256 KB). */
const mostEntries = 10;
const mostBytes = 256 * 1024;
/** Tries for an entry that the bus did not take, the first included. */
const mostTries = 4;
const firstWaitMs = 200;

/** Codes of an entry that may be taken when it comes again; any other is a refusal that would only be repeated. */
const passing = new Set(['ThrottlingException', 'InternalFailure', 'InternalException', 'ServiceUnavailable']);

interface Sized {
  readonly entry: PutEventsRequestEntry;
  readonly bytes: number;
}

interface Refused {
  readonly sized: Sized;
  readonly code: string;
}

/** Bytes that EventBridge counts of an entry. */
const bytesOf = (...texts: readonly string[]) => texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);

const toSized = (bus: string, { type, detail }: HeadroomEvent): Sized => {
  const text = JSON.stringify(eventDetails[type].parse(detail));
  const entry = { EventBusName: bus, Source: eventSource, DetailType: type, Detail: text };
  return { entry, bytes: bytesOf(eventSource, type, text) };
};

/** In order, in calls that hold no more than the bus takes. */
const inCalls = (entries: readonly Sized[]): Sized[][] => {
  const calls: Sized[][] = [];
  let bytes = 0;
  for (const sized of entries) {
    const call = calls.at(-1);
    if (call === undefined || call.length === mostEntries || bytes + sized.bytes > mostBytes) {
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
  /** From 0 up to, not including, 1: spreads waits. */
  readonly random: () => number;
}

/**
 * The bus as an EventBridge bus. A call that succeeds may still have failed for some of its entries: those alone are sent
 * again, a few times. Needs events:PutEvents on the bus.
 * @throws BusUnavailable once everything that could be sent was sent and something was not taken; ZodError, before
 *   anything is sent, for an event that does not have the shape of contract/events.ts
 */
export const createEventBus = ({ client, bus, sleep, random }: EventBusOptions): Bus => {
  const send = async (call: readonly Sized[]): Promise<Refused[]> => {
    const answer = await client
      .send(new PutEventsCommand({ Entries: call.map(({ entry }) => entry) }))
      .catch((error: unknown) => {
        throw new BusUnavailable(
          `the bus ${bus} cannot be used (${awsFailure(error).text}); see that it exists and that this role may put events`,
        );
      });
    if (!answer.FailedEntryCount) return [];
    return call.flatMap((sized, place) => {
      const code = answer.Entries?.[place]?.ErrorCode;
      return code === undefined ? [] : [{ sized, code }];
    });
  };

  /** Sends until everything is taken, refused for good, or tried often enough; answers what was not taken. */
  const sendAll = async (entries: readonly Sized[]): Promise<Refused[]> => {
    const lost: Refused[] = [];
    let waiting = entries;
    for (let tries = 1; waiting.length > 0; tries += 1) {
      const refused: Refused[] = [];
      for (const call of inCalls(waiting)) refused.push(...(await send(call)));
      const again = tries === mostTries ? [] : refused.filter(({ code }) => passing.has(code));
      lost.push(...refused.filter((one) => !again.includes(one)));
      if (again.length > 0) await sleep(firstWaitMs * 2 ** (tries - 1) * (1 + random()));
      waiting = again.map(({ sized }) => sized);
    }
    return lost;
  };

  return {
    publish: async (events) => {
      const entries = events.map((event) => toSized(bus, event));
      const tooLarge = entries.filter(({ bytes }) => bytes > mostBytes).map((sized) => ({ sized, code: 'TooLarge' }));
      const lost = [...tooLarge, ...(await sendAll(entries.filter(({ bytes }) => bytes <= mostBytes)))];
      if (lost.length === 0) return;
      const told = [...new Set(lost.map(({ sized, code }) => `${sized.entry.DetailType} (${code})`))].sort();
      throw new BusUnavailable(
        `the bus ${bus} did not take ${lost.length} of ${events.length} events: ${told.join(', ')}`,
      );
    },
  };
};

/** The bus with a client of its own. */
export const openEventBus = (options: Omit<EventBusOptions, 'client'>): Bus =>
  createEventBus({ ...options, client: new EventBridgeClient(clientSettings) });
