import { counted } from '../model/visible-text.ts';
import { roomOf } from './order.ts';

/** How long the calls to come take at this rate. */
export const estimateText = (calls: number, callsPerMinute: number, facts: string): string => {
  const text = `${counted(calls, 'call')} to read ${facts}`;
  if (!Number.isFinite(callsPerMinute)) return text;
  const minutes = Math.ceil(calls / roomOf('survey', callsPerMinute));
  return `${text}: about ${counted(minutes, 'minute')} at ${callsPerMinute} calls a minute`;
};
