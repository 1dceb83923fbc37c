import { hourMs } from '../../../lib/core/model/durations.ts';
import { type SimulatedFreeze, windowAt } from '../organization/freeze.ts';
import { approvedKinds } from '../organization/policy.ts';
import { type Approval, type Circumstances, type Law, nameOf, type WriteSeen } from './law.ts';
import { diskWrites, isConfigure, isResize } from './write-kind.ts';

/**
 * How long a write may be on its way after the moment at which it was allowed last: the network takes less than a second,
 * and two faults may hold a request back for half a minute each.
 */
const onItsWayMs = ({ isDisturbed }: Circumstances): number => (isDisturbed ? 61_000 : 1_000);

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
const what = ({ request }: WriteSeen) => `${request.method} ${request.path}`;

export const modeHeeded: Law = {
  name: 'observe and stop write nothing, to the second',
  source: 'design §12.9',
  afterWrite: (write, circumstances) => {
    const { writingForbiddenSinceMs: sinceMs } = circumstances;
    return sinceMs !== null && write.atMs - sinceMs > onItsWayMs(circumstances)
      ? [`${what(write)} ${seconds(write.atMs - sinceMs)} after writing was forbidden`]
      : [];
  },
};

/** Whether a freeze that allows these kinds lets a write through. */
const isAllowed = (write: WriteSeen, allow: readonly string[]): boolean => {
  if (isConfigure(write)) return false;
  const kinds = diskWrites(write).map(({ kind }) => kind);
  if (kinds.length > 0) return kinds.every((kind) => allow.includes(kind));
  // An endpoint that no service uses yet is the first half of an enable.
  return write.request.method !== 'DELETE' && allow.includes('enable');
};

/** Whether the clock has jumped back into a window that had ended by it. A run knows no window that ended before it began. */
const isBackIn = (
  freeze: SimulatedFreeze,
  { atMs }: WriteSeen,
  { run, skewMs = 0, skewsSince }: Circumstances,
): boolean => {
  const { name } = windowAt(freeze, atMs + skewMs) ?? {};
  const later = skewsSince?.(run?.begunMs ?? atMs).filter((ms) => ms > skewMs) ?? [];
  return later.some((ms) => windowAt(freeze, atMs + ms)?.name !== name);
};

export const freezeHeeded: Law = {
  name: 'a freeze lets only through what it allows, to the second',
  source: 'design §6',
  afterWrite: (write, circumstances) => {
    const { run, skewMs = 0 } = circumstances;
    // A run goes by the windows that it found when it began, and by Headroom's own clock.
    const freeze = run?.policy.freeze;
    const window = windowAt(freeze, write.atMs + skewMs);
    if (freeze === undefined || window === undefined) return [];
    if (isBackIn(freeze, write, circumstances)) return [];
    // The write was allowed if it was while it was on its way, by whatever the clock showed then.
    const sinceMs = write.atMs - onItsWayMs(circumstances);
    const skews = circumstances.skewsSince?.(sinceMs) ?? [skewMs];
    if (skews.some((ms) => !windowAt(freeze, sinceMs + ms) || !windowAt(freeze, write.atMs + ms))) return [];
    return isAllowed(write, freeze.allow) ? [] : [`${what(write)} in freeze ${window.name}`];
  },
};

/** Whether an approval still held at a moment: it is given within its hours, and then holds as long. */
const heldAt = ({ shownMs, givenMs = shownMs }: Approval, hours: number, nowMs: number): boolean =>
  // The run itself may take an hour; clocks of earlier runs may have been three hours off.
  nowMs - givenMs <= (hours + 4) * hourMs;

export const approvalHeeded: Law = {
  name: 'what needs an approval is written under one that holds, each change once',
  source: 'design §7',
  afterWrite: (write, { run, skewMs = 0 }) => {
    if (run === undefined) return [];
    const asked = approvedKinds(run.policy);
    const needing = diskWrites(write).filter(({ kind, service }) => asked.includes(kind) && service.ours.length < 2);
    if (needing.length === 0) return [];
    const names = needing.map(({ kind, service }) => `${kind} of ${nameOf(service)}`);
    const { approval, approvals = [] } = run;
    const given = [...(approval === undefined ? [] : [approval]), ...approvals];
    if (given.length === 0) return [`${names.join(', ')} without an approval`];
    const unused = given.filter(({ used }) => !names.some((name) => used.has(name)));
    if (unused.length === 0) return [`${names.join(', ')} with an approval that was used for it before`];
    const hours = run.policy.approval?.hours ?? 24;
    const isHeld = unused.some((one) => heldAt(one, hours, write.atMs - Math.abs(skewMs)));
    return isHeld ? [] : [`${names.join(', ')} after its approval had expired`];
  },
};

export const onlyUndone: Law = {
  name: 'an undo touches only services that Headroom changed since the run that it undoes',
  source: 'design §7',
  afterWrite: (write, { run }) => {
    const { undone } = run ?? {};
    if (undone === undefined) return [];
    return diskWrites(write)
      .map(({ service }) => nameOf(service))
      .filter((name) => !undone.has(name))
      .map((name) => `${name} was changed by an undo, and by nothing before it`);
  },
};

export const onlyApprovedSizes: Law = {
  name: 'no disk changes size without an approval of the run',
  source: 'design §7',
  afterWrite: (write, { run }) =>
    isResize(write) && run?.approval === undefined ? [`${write.request.path} changed a size without an approval`] : [],
};
