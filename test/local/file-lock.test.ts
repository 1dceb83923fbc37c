import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Claim, type Claims, holdLock, LockBusy, staleMs, withFileLock } from '../../lib/local/file-lock.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { leaveLock, setAge } from './lock-of.ts';

const never = async () => {
  throw new Error('nothing should be waited for');
};

const elsewhere = JSON.stringify({ pid: 1, host: 'another', realm: 'another boot pid:[4026532000]' });
const reused = JSON.stringify({ pid: process.pid, host: 'here', realm: '' });

describe('a lock that a process left behind', () => {
  it.each([
    ['by a process of another container or boot', '.lock', elsewhere],
    ['by a process whose pid another one has now', '.lock', reused],
    ['unreadable', '.lock', '{"pid":'],
    ['empty', '.lock', ''],
    ['by this version', '.lock.3f6c2a64-7f1d-4f0e-9a53-2f9f8f0f7a11', 'process 1 on another\n'],
  ])('%s expires once it is old', async (_, ending, text) => {
    const path = join(temporaryDirectory(), 'lease.json');
    leaveLock(path, ending, text, -2 * staleMs);
    expect(await withFileLock(path, async (isHeld) => isHeld(), never)).toBe(true);
    expect(readdirSync(join(path, '..'))).toEqual([]);
  });

  it('while the clock was far ahead is recognized at the second look', async () => {
    const path = join(temporaryDirectory(), 'lease.json');
    leaveLock(path, '.lock', '', 400 * 24 * 60 * 60 * 1000);
    let turns = 0;
    const pause = async () => {
      turns += 1;
    };
    expect(await withFileLock(path, async () => 'done', pause)).toBe('done');
    expect(turns).toBeLessThan(25);
  });
});

describe('a lock that is held', () => {
  it('is awaited, and then an error names the file, its holder and the remedy', async () => {
    const path = join(temporaryDirectory(), 'lease.json');
    const ending = '17-vm-3f6c2a64-7f1d-4f0e-9a53-2f9f8f0f7a11';
    const file = leaveLock(path, `.lock.${ending}`, '', 0);
    await expect(withFileLock(path, never, async () => setAge(file, 0))).rejects.toThrow(
      new LockBusy(
        `the lock ${file} is held by process 17 on vm; try again, or remove that file if no headroom process is running`,
      ),
    );
    expect(readdirSync(join(path, '..'))).toEqual([`lease.json.lock.${ending}`]);
  });

  it('is waited for only as long as it is wanted', async () => {
    const path = join(temporaryDirectory(), 'lease.json');
    leaveLock(path, '.lock', '', 0);
    await expect(withFileLock(path, never, never)).rejects.toThrow('nothing should be waited for');
    expect(readdirSync(join(path, '..'))).toEqual(['lease.json.lock']);
  });

  it('is lost by a process that was suspended for too long, and that process detects it', async () => {
    const path = join(temporaryDirectory(), 'lease.json');
    const held = await withFileLock(path, async (isHeld) => {
      const own = readdirSync(join(path, '..')).find((name) => name.startsWith('lease.json.lock.'));
      setAge(join(path, '..', own ?? ''), -2 * staleMs);
      const before = await isHeld();
      await withFileLock(path, async () => undefined, never);
      return [before, await isHeld()];
    });
    expect(held).toEqual([true, false]);
  });
});

describe('a process that stood still after it made its claim', () => {
  it('waits for the claim that a live process made meanwhile, however much later that is', async () => {
    const files = new Map<string, number>();
    let made = 0;
    const removed: string[] = [];
    const claims: Claims = {
      make: async () => {
        made += 1;
        const name = `own-${made}`;
        // The first claim is old by the time of the first look, at which the other process already has the lock.
        const madeMs = made === 1 ? 0 : 2 * staleMs;
        files.set(name, madeMs);
        if (made === 1) files.set('live', 2 * staleMs);
        return { name, madeMs };
      },
      list: async () => [...files].map(([name, madeMs]): Claim => ({ name, madeMs })),
      remove: async ({ name }) => {
        removed.push(name);
        files.delete(name);
      },
    };
    let pauses = 0;
    const held = await holdLock(claims, async () => {
      pauses += 1;
      expect(removed).not.toContain('live');
      if (pauses === 3) files.delete('live');
    });
    expect([pauses, removed.includes('live'), held.name.startsWith('own-')]).toEqual([3, false, true]);
  });
});
