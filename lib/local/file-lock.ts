import { randomUUID } from 'node:crypto';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ownProcess } from './own-process.ts';
import { unlessMissing, writeNewFile } from './whole-file.ts';

/** A lock is held for milliseconds; one of this age was left by a process that died, wherever that process ran. */
export const staleMs = 10_000;

/** Turns after which a claim is made anew, about a second, so that one that waits never looks stale. */
const turnsOfAClaim = 20;

/** Together longer than `staleMs`: only locks of processes that are alive last longer than this. */
const mostTurns = 400;

/** The claim of one process to a lock: a file whose name no other claim ever has, so that removing it can hit no other. */
export interface Claim {
  readonly name: string;
  /** Milliseconds since 1970 by the clock of the file system, the only clock that all who share the lock have. */
  readonly madeMs: number;
}

/** All claims to one lock. */
export interface Claims {
  make(): Promise<Claim>;
  list(): Promise<readonly Claim[]>;
  /** A claim that is gone already is fine. */
  remove(claim: Claim): Promise<void>;
}

/** A lock that live processes hold for too long. The message names the file. */
export class LockBusy extends Error {
  override readonly name = 'LockBusy';
}

/** Whether a file is a lock; also those of earlier versions (`NAME.lock`, `NAME.lock.break`). */
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
      const found = await Promise.all(names.map(async (name) => ({ name, madeMs: await madeMs(name) })));
      return found.flatMap(({ name, madeMs: ms }) => (ms === undefined ? [] : [{ name, madeMs: ms }]));
    },
    remove: ({ name }) => rm(join(folder, name), { force: true }),
  };
};

/**
 * Claims that count beside one's own; stale ones are removed. A claim that was seen before one's own was made cannot be
 * younger: one that says so was made while the clock was ahead.
 */
const rivalsOf = async (claims: Claims, own: Claim, seenBefore: ReadonlySet<string>) => {
  const all = await claims.list();
  const isStale = ({ name, madeMs }: Claim) =>
    own.madeMs - madeMs > staleMs || (seenBefore.has(name) && madeMs - own.madeMs > staleMs);
  const others = all.filter(({ name }) => name !== own.name);
  for (const claim of others.filter(isStale)) await claims.remove(claim);
  // A process that stood still between two steps may find its own claim removed as stale.
  return { rivals: others.filter((claim) => !isStale(claim)), isLost: others.length === all.length };
};

/** One process on its way to a lock. */
const createContender = (claims: Claims) => {
  const seen = new Set<string>();
  let seenBefore: ReadonlySet<string> = new Set();
  let own: Claim | undefined;
  const withdraw = async () => {
    if (own !== undefined) await claims.remove(own);
    own = undefined;
  };
  const claim = async (): Promise<Claim> => {
    seenBefore = new Set(seen);
    own = await claims.make();
    return own;
  };
  return {
    withdraw,
    /** Name of the rival that was seen last. */
    rival: () => [...seen].at(-1) ?? '',
    /** Looks whether the own claim is the only one; undefined when it is not. */
    look: async (turn: number): Promise<Claim | undefined> => {
      const mine = own ?? (await claim());
      const { rivals, isLost } = await rivalsOf(claims, mine, seenBefore);
      if (rivals.length === 0 && !isLost) return mine;
      for (const { name } of rivals) seen.add(name);
      const isFirst = rivals.every(({ name }) => mine.name < name);
      if (isLost || !isFirst || turn % turnsOfAClaim === 0) await withdraw();
      return undefined;
    },
  };
};

/**
 * Waits until one's own claim is the only one that counts. Of two processes the one that lists the claims last sees the
 * claim of the other, so never do both go on; of those that wait the first by name keeps its claim and the others
 * withdraw, so one of them goes on.
 * @param pause between two looks; what it throws ends the waiting
 * @returns the claim, to be removed when the work is done
 * @throws LockBusy with the name of a rival
 */
export const holdLock = async (claims: Claims, pause: (turn: number) => Promise<void>): Promise<Claim> => {
  const contender = createContender(claims);
  try {
    for (let turn = 1; turn <= mostTurns; turn += 1) {
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

const withHolder = async (path: string, name: string): Promise<LockBusy> => {
  const file = join(dirname(path), name);
  const holder = await readFile(file, 'utf8').catch(() => '');
  const by = holder === '' ? '' : ` by ${holder.trim()}`;
  return new LockBusy(`the lock ${file} is held${by}; try again, or remove that file when no headroom is at work`);
};

/** Longer from turn to turn, and not the same for all who wait. */
export const shortPause = async (turn: number): Promise<void> => {
  await sleep(Math.min(50, 2 ** turn) * (0.5 + Math.random()));
};

/**
 * Does something while no other process does something under the lock of the same file. A lock that a process left
 * behind is in nobody's way after `staleMs`.
 * @param action may ask whether it still holds the lock: a process that stood still may have lost it
 * @param pause between two tries to get the lock; what it throws ends the waiting
 * @throws LockBusy
 */
export const withFileLock = async <T>(
  path: string,
  action: (isHeld: () => Promise<boolean>) => Promise<T>,
  pause = shortPause,
): Promise<T> => {
  const claims = claimsTo(path);
  const own = await holdLock(claims, pause).catch(async (error: unknown) => {
    throw error instanceof LockBusy ? await withHolder(path, error.message) : error;
  });
  try {
    return await action(async () => (await claims.list()).some(({ name }) => name === own.name));
  } finally {
    await claims.remove(own);
  }
};
