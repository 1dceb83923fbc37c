import { counted } from '../model/visible-text.ts';

/** Order of service of platform calls, from first to last. */
export const callOrders = ['token', 'event', 'write', 'survey'] as const;
export type CallOrder = (typeof callOrders)[number];

/**
 * Part of the calls a minute that each order may fill. The rest stays free for the orders before it, so that a rotation, an
 * event or a write never waits for a survey of thousands of projects.
 */
const parts: Readonly<Record<CallOrder, number>> = { token: 1, event: 0.96, write: 0.9, survey: 0.85 };

/**
 * Calls of all orders together that may start in 60 s when the last of them has this order. Each order leaves at least one
 * call to every order before it, as long as there is one left for itself.
 */
export const roomOf = (order: CallOrder, callsPerMinute: number): number =>
  Math.max(1, Math.min(Math.floor(callsPerMinute * parts[order]), callsPerMinute - callOrders.indexOf(order)));

/** How long the calls to come take at this rate. */
export const estimateText = (calls: number, callsPerMinute: number, facts: string): string => {
  const text = `${counted(calls, 'call')} to read ${facts}`;
  if (!Number.isFinite(callsPerMinute)) return text;
  const minutes = Math.ceil(calls / roomOf('survey', callsPerMinute));
  return `${text}: about ${counted(minutes, 'minute')} at ${callsPerMinute} calls a minute`;
};
