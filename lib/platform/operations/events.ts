import { oncePerObject } from '../../core/model/remembering.ts';
import { badRequest } from '../protocol/refusal.ts';
import type { ProjectEvent } from '../state/state.ts';
import { eventAnswer } from './answers/records.ts';
import { JsonText, type Operation, operation } from './operation.ts';

/** The event log of a project, newest first (pf 2.6; A-16). */

const limitOf = (text: string | undefined): number => {
  if (text === undefined) return Number.POSITIVE_INFINITY;
  if (!/^\d{1,9}$/.test(text)) throw badRequest("Invalid 'limit': Invalid input: must be a whole number");
  return Number(text);
};

/** An event never changes, and every reader of the log gets it again. */
const eventText = oncePerObject((event: ProjectEvent): string => JSON.stringify(eventAnswer(event)));

export const eventOperations: readonly Operation[] = [
  operation('ProjectGetEventLogs', 'GET /project/:project/events', ({ project, query }) => {
    const from = Math.max(0, project.events.length - limitOf(query.limit));
    return new JsonText(`{"events":[${project.events.slice(from).reverse().map(eventText).join(',')}]}`);
  }),
];
