import { badRequest } from '../protocol/refusal.ts';
import { eventAnswer } from './answers/records.ts';
import { type Operation, operation } from './operation.ts';

/** The event log of a project, newest first (pf 2.6; A-16). */

const limitOf = (text: string | undefined): number => {
  if (text === undefined) return Number.POSITIVE_INFINITY;
  if (!/^\d{1,9}$/.test(text)) throw badRequest("Invalid 'limit': Invalid input: must be a whole number");
  return Number(text);
};

export const eventOperations: readonly Operation[] = [
  operation('ProjectGetEventLogs', 'GET /project/:project/events', ({ project, query }) => {
    const from = Math.max(0, project.events.length - limitOf(query.limit));
    return { events: project.events.slice(from).reverse().map(eventAnswer) };
  }),
];
