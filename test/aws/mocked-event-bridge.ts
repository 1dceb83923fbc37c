import { EventBridgeClient, PutEventsCommand, type PutEventsRequestEntry } from '@aws-sdk/client-eventbridge';
import { mockClient } from 'aws-sdk-client-mock';
import type { HeadroomEvent } from '../../lib/contract/events.ts';

export const toEvent = ({ DetailType, Detail }: PutEventsRequestEntry) =>
  ({ type: DetailType, detail: JSON.parse(Detail ?? '') }) as HeadroomEvent;

/**
 * An EventBridge client in memory. `codeOf` refuses an entry by answering an error code; it receives how often the bus
 * was called before.
 */
export const mockedEventBridge = (
  codeOf: (event: HeadroomEvent, calls: number) => string | undefined = () => undefined,
) => {
  const client = new EventBridgeClient({ region: 'us-east-1' });
  const mock = mockClient(client);
  const heard: HeadroomEvent[] = [];
  const calls: PutEventsRequestEntry[][] = [];
  mock.on(PutEventsCommand).callsFake(async ({ Entries }: { Entries: PutEventsRequestEntry[] }) => {
    const answers = Entries.map((entry) => {
      const ErrorCode = codeOf(toEvent(entry), calls.length);
      if (ErrorCode === undefined) heard.push(toEvent(entry));
      return ErrorCode === undefined ? { EventId: 'id' } : { ErrorCode, ErrorMessage: ErrorCode };
    });
    calls.push(Entries);
    return { FailedEntryCount: answers.filter((answer) => 'ErrorCode' in answer).length, Entries: answers };
  });
  return { client, mock, heard, calls };
};
