import { randomUUID } from 'node:crypto';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ownProcess } from './own-process.ts';
import { unlessMissing, writeNewFile } from './whole-file.ts';

/** Age of an abandoned lock: a lock is held for milliseconds only, on whatever machine its process runs. */
export const staleMs = 10_000;

/** Turns after which a waiting process renews its claim, about a second, so that it never looks stale. */
const turnsPerClaim = 20;

/** Together longer than `staleMs`: only locks of live processes last longer than this. */
const maxTurns = 400;

/** A process's claim to a lock: a file with a unique name, so that its removal never affects another claim. */
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

/** Whether a file is a lock, including locks of earlier versions (`NAME.lock`, `NAME.lock.break`). */
export const isLockFile = (name: string): boolean => /\.lock(\.[\w-]+)?$/.test(name);

const claimsTo = (path: string): Claims => {
  const folder = dirname(path);
  const prefix = `${basename(path)}.lock`;
  const madeMs = async (name: string) => (await unlessMissing(stat(join(folder, name))))?.mtimeMs;
  return {
    make: async () => {
      const name = `${prefix}.${randomUUID()}`;
      const { pid, host } = ownProcess();
      return { name, madeMs: await writeNewFile(join(folder, name), `process ${pid} on ${host}\n`) };
    },
    list: async () => {
      const names = (await readdir(folder)).filter((name) => name.startsWith(prefix) && isLockFile(name));
      const stamped = await Promise.all(names.map(async (name) => ({ name, madeMs: await madeMs(name) })));
      return stamped.flatMap(({ name, madeMs: ms }) => (ms === undefined ? [] : [{ name, madeMs: ms }]));
    },
    remove: ({ name }) => rm(join(folder, name), { force: true }),
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

const describeHolder = async (path: string, name: string): Promise<LockBusy> => {
  const file = join(dirname(path), name);
  const holder = await readFile(file, 'utf8').catch(() => '');
  const by = holder === '' ? '' : ` by ${holder.trim()}`;
  return new LockBusy(
    `the lock ${file} is held${by}; try again, or remove that file if no headroom process is running`,
  );
};

/** Grows with every turn, with jitter between waiting processes. */
export const shortPause = async (turn: number): Promise<void> => {
  await sleep(Math.min(50, 2 ** turn) * (0.5 + Math.random()));
};

/**
 * Runs an action while no other process holds the lock of the same file. An abandoned lock expires
 * after `staleMs`.
 * @param action can check whether it still holds the lock: a suspended process may have lost it
 * @param pause between two tries; an error of it ends the wait
 * @throws LockBusy
 */
export const withFileLock = async <T>(
  path: string,
  action: (isHeld: () => Promise<boolean>) => Promise<T>,
  pause = shortPause,
): Promise<T> => {
  const claims = claimsTo(path);
  const ownClaim = await holdLock(claims, pause).catch(async (error: unknown) => {
    throw error instanceof LockBusy ? await describeHolder(path, error.message) : error;
  });
  try {
    return await action(async () => (await claims.list()).some(({ name }) => name === ownClaim.name));
  } finally {
    await claims.remove(ownClaim);
  }
};
