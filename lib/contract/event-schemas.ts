import * as z from 'zod';
import { type EventType, eventDetails, eventSource } from './events.ts';

interface EventSchema {
  readonly type: EventType;
  /** JSON Schema of the whole event, draft 4 as the schema registry requires. */
  readonly document: string;
}

const describe = (type: EventType): EventSchema => {
  const event = z.object({
    source: z.literal(eventSource),
    'detail-type': z.literal(type),
    detail: eventDetails[type],
  });
  const { $schema: _, ...schema } = z.toJSONSchema(event, { target: 'draft-4', io: 'input' });
  const document = { $schema: 'http://json-schema.org/draft-04/schema#', title: type, ...schema };
  return { type, document: JSON.stringify(document) };
};

/** Schemas of all bus events for the schema registry. */
export const eventSchemas = (): EventSchema[] => (Object.keys(eventDetails) as EventType[]).map(describe);
