import { windowAt } from '../organization/freeze.ts';
import { approvedKinds } from '../organization/policy.ts';
import { type Circumstances, type Law, nameOf, type WriteSeen } from './law.ts';
import { diskWrites, isConfigure } from './write-kind.ts';

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

export const freezeHeeded: Law = {
  name: 'a freeze lets only through what it allows, to the second',
  source: 'design §6',
  afterWrite: (write, circumstances) => {
    const { run, skewMs = 0 } = circumstances;
    // A run goes by the windows that it found when it began, and by Headroom's own clock.
    const freeze = run?.policy.freeze;
    const window = windowAt(freeze, write.atMs + skewMs);
    if (freeze === undefined || window === undefined) return [];
    // The write was allowed if it was while it was on its way, by whatever the clock showed then.
    const sinceMs = write.atMs - onItsWayMs(circumstances);
    const skews = circumstances.skewsSince?.(sinceMs) ?? [skewMs];
    if (skews.some((ms) => !windowAt(freeze, sinceMs + ms) || !windowAt(freeze, write.atMs + ms))) return [];
    return isAllowed(write, freeze.allow) ? [] : [`${what(write)} in freeze ${window.name}`];
  },
};

export const approvalHeeded: Law = {
  name: 'what needs an approval is written by the one run that has it, in time',
  source: 'design §7',
  afterWrite: (write, { run, skewMs = 0 }) => {
    if (run === undefined) return [];
    const asked = approvedKinds(run.policy);
    const needing = diskWrites(write).filter(({ kind, service }) => asked.includes(kind) && service.ours.length < 2);
    if (needing.length === 0) return [];
    const about = needing.map(({ kind, service }) => `${kind} of ${nameOf(service)}`).join(', ');
    const { approval } = run;
    if (approval === undefined) return [`${about} without an approval`];
    if (approval.isUsed) return [`${about} with an approval that was used before`];
    const ageMs = write.atMs - approval.shownMs - Math.abs(skewMs);
    const hours = run.policy.approval?.hours ?? 24;
    // The run itself may take an hour; clocks of earlier runs may have been three hours off.
    return ageMs > (hours + 4) * 3_600_000 ? [`${about} ${seconds(ageMs)} after the plan was shown`] : [];
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
