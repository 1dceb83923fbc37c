import type { Retrying } from '../../client/transport/caller.ts';
import { secondMs } from '../../core/model/durations.ts';
import type { Console } from '../shell/console.ts';

/**
 * Says why a command waits. Many calls may fail alike at one time, so a reason is repeated only with a wait of twice the
 * length.
 */
export const retryNotes = ({ note }: Pick<Console, 'note'>): ((retrying: Retrying) => void) => {
  const longestMs = new Map<string, number>();
  return ({ method, path, tries, most, waitMs, reason, isConnection }) => {
    const kind = reason.replaceAll(/\d+/g, '');
    if (waitMs < 2 * (longestMs.get(kind) ?? 0)) return;
    longestMs.set(kind, waitMs);
    const problem = isConnection ? reason : `[${method}] "${path}": ${reason.replace(/\.$/, '')}`;
    note(`${problem}. Trying again in ${Math.ceil(waitMs / secondMs)} s, ${tries + 1} of ${most}.`);
  };
};
