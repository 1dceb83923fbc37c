import { randomUUID } from 'node:crypto';
import { readdir, stat, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ownProcess } from './own-process.ts';
import { linkFile, unlessMissing, writeNewFile } from './whole-file.ts';

/** Age of an abandoned lock: a lock is held for milliseconds only, on whatever machine its process runs. */
export const staleMs = 10_000;

/** Turns after which a waiting process renews its claim, about a second, so that it never looks stale. */
const turnsPerClaim = 20;

/** Together longer than `staleMs`: only locks of live processes last longer than this. */
const maxTurns = 400;

/**
 * A process's claim to a lock: a file with a unique name, so that its removal never affects another claim (docs/internals/decisions.md,
 * "A lock is one claim file per process").
 */
export interface Claim {
  readonly name: string;
  /** Milliseconds since 1970 by the clock of the file system, the only clock that all processes share. */
  readonly madeMs: number;
}

/** All claims to one lock. */
export interface Claims {
  make(): Promise<Claim>;
  list(): Promise<readonly Claim[]>;
  /** Removing a missing claim is a success. */
  remove(claim: Claim): Promise<void>;
}

/** Live processes held the lock for too long. The message names the file. */
export class LockBusy extends Error {
  override readonly name = 'LockBusy';
}

/** A lock by the place of its claims: those whose name is `name`, or begins with it and a dot. */
interface Lock {
  readonly folder: string;
  readonly name: string;
  /** A file that was written a moment ago: a link to it is a claim without the cost of a new file. */
  readonly claim?: string;
}

/** The end of a claim's name: its process, and what makes it unique. */
const ownEnding = (): string => {
  const { pid, host } = ownProcess();
  return `${pid}-${host.replaceAll(/[^\w-]/g, '_')}-${randomUUID()}`;
};

const claimsTo = (lock: Lock): Claims => {
  const { folder } = lock;
  let fileToLink = lock.claim;
  let ownClaim: Claim | undefined;
  const isClaim = (name: string) => name === lock.name || name.startsWith(`${lock.name}.`);
  const claimAt = async (name: string): Promise<Claim[]> => {
    if (name === ownClaim?.name) return [ownClaim];
    const stats = await unlessMissing(stat(join(folder, name)));
    return stats === undefined ? [] : [{ name, madeMs: stats.mtimeMs }];
  };
  return {
    make: async () => {
      const name = `${lock.name}.${ownEnding()}`;
      const path = join(folder, name);
      const linked = fileToLink;
      // A link has the time of its file, so a claim that is renewed is a file of its own.
      fileToLink = undefined;
      ownClaim = { name, madeMs: await (linked === undefined ? writeNewFile(path, '') : linkFile(linked, path)) };
      return ownClaim;
    },
    list: async () =>
      (await Promise.all(((await unlessMissing(readdir(folder))) ?? []).filter(isClaim).map(claimAt))).flat(),
    remove: async ({ name }) => void (await unlessMissing(unlink(join(folder, name)))),
  };
};

/**
 * The valid claims of other processes; stale ones are removed. A claim that was seen before our own claim was
 * created cannot be younger: a later time stamp means that the clock was ahead.
 */
const rivalsOf = async (claims: Claims, ownClaim: Claim, seenBefore: ReadonlySet<string>) => {
  const all = await claims.list();
  const isStale = ({ name, madeMs }: Claim) =>
    ownClaim.madeMs - madeMs > staleMs || (seenBefore.has(name) && madeMs - ownClaim.madeMs > staleMs);
  const others = all.filter(({ name }) => name !== ownClaim.name);
  for (const claim of others.filter(isStale)) await claims.remove(claim);
  // A process that was suspended between two steps may find its own claim removed as stale.
  return { rivals: others.filter((claim) => !isStale(claim)), isLost: others.length === all.length };
};

/** One process that waits for a lock. */
const createContender = (claims: Claims) => {
  const seen = new Set<string>();
  let seenBefore: ReadonlySet<string> = new Set();
  let ownClaim: Claim | undefined;
  const withdraw = async () => {
    if (ownClaim !== undefined) await claims.remove(ownClaim);
    ownClaim = undefined;
  };
  const claim = async (): Promise<Claim> => {
    seenBefore = new Set(seen);
    ownClaim = await claims.make();
    return ownClaim;
  };
  return {
    withdraw,
    /** Name of the most recently seen rival. */
    rival: () => [...seen].at(-1) ?? '',
    /** Checks whether the own claim is the only one; undefined if it is not. */
    look: async (turn: number): Promise<Claim | undefined> => {
      const mine = ownClaim ?? (await claim());
      const { rivals, isLost } = await rivalsOf(claims, mine, seenBefore);
      if (rivals.length === 0 && !isLost) return mine;
      for (const { name } of rivals) seen.add(name);
      const isFirst = rivals.every(({ name }) => mine.name < name);
      if (isLost || !isFirst || turn % turnsPerClaim === 0) await withdraw();
      return undefined;
    },
  };
};

/**
 * Waits until the own claim is the only valid one. Of two processes, the one that lists the claims last sees the
 * other's claim, so the two never proceed together; of the waiting processes the first by name keeps its claim and the
 * others withdraw, so one of them proceeds.
 * @param pause between two checks; an error of it ends the wait
 * @returns the claim; remove it when the work is done
 * @throws LockBusy with the name of a rival
 */
export const holdLock = async (claims: Claims, pause: (turn: number) => Promise<void>): Promise<Claim> => {
  const contender = createContender(claims);
  try {
    for (let turn = 1; turn <= maxTurns; turn += 1) {
      const held = await contender.look(turn);
      if (held !== undefined) return held;
      await pause(turn);
    }
    throw new LockBusy(contender.rival());
  } catch (error) {
    await contender.withdraw();
    throw error;
  }
};

const busy = ({ folder }: Lock, name: string): LockBusy => {
  const [, pid, host] = /\.(\d+)-([\w-]+)-[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.exec(name) ?? [];
  const by = pid === undefined ? '' : ` by process ${pid} on ${host}`;
  return new LockBusy(
    `the lock ${join(folder, name)} is held${by}; try again, or remove that file if no headroom process is running`,
  );
};

/** Grows with every turn, with jitter between waiting processes. */
export const shortPause = async (turn: number): Promise<void> => {
  await sleep(Math.min(50, 2 ** turn) * (0.5 + Math.random()));
};

/**
 * Runs an action while no other process holds the lock. An abandoned lock expires after `staleMs`.
 * @param action can check whether it still holds the lock: a suspended process may have lost it
 * @param pause between two tries; an error of it ends the wait
 * @throws LockBusy
 */
export const withLock = async <T>(
  lock: Lock,
  action: (isHeld: () => Promise<boolean>) => Promise<T>,
  pause = shortPause,
): Promise<T> => {
  const claims = claimsTo(lock);
  const ownClaim = await holdLock(claims, pause).catch((error: unknown) => {
    throw error instanceof LockBusy ? busy(lock, error.message) : error;
  });
  try {
    return await action(async () => (await claims.list()).some(({ name }) => name === ownClaim.name));
  } finally {
    await claims.remove(ownClaim);
  }
};

/** Runs an action while no other process holds the lock beside a file. @throws LockBusy */
export const withFileLock = <T>(
  path: string,
  action: (isHeld: () => Promise<boolean>) => Promise<T>,
  pause = shortPause,
): Promise<T> => withLock({ folder: dirname(path), name: `${basename(path)}.lock` }, action, pause);
