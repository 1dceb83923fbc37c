import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Claim, type Claims, holdLock, staleMs } from '../../lib/local/file-lock.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { leaveLock, lockOf } from './lock-of.ts';

const root = join(import.meta.dirname, '..', '..');

/** Processes that wait before each step, so that every order of steps can be tested. */
const createSchedule = () => {
  const waiting = new Map<number, () => void>();
  return {
    /** The possible next steps, by process. */
    ready: () => [...waiting.keys()].sort(),
    go: async (id: number) => {
      waiting.get(id)?.();
      waiting.delete(id);
      await new Promise(setImmediate);
    },
    step: (id: number) => new Promise<void>((resolve) => waiting.set(id, resolve)),
  };
};

/**
 * Lets processes compete for an abandoned lock, in the order of steps that `choose` selects.
 * @returns the largest number of concurrent holders, and the number of finished processes
 */
const fight = async (processes: number, mostSteps: number, choose: (ready: number) => number) => {
  const files = new Map<string, number>([['dead', -2 * staleMs]]);
  const { ready, go, step } = createSchedule();
  let atWork = 0;
  let most = 0;
  let ended = 0;
  const claimsOf = (id: number): Claims => {
    let made = 0;
    return {
      make: async () => {
        await step(id);
        made += 1;
        // The later process has the lower name, so that the order of names differs from the order of arrival.
        const claim = { name: `${9 - id}-${made}`, madeMs: 0 };
        files.set(claim.name, claim.madeMs);
        return claim;
      },
      list: async () => {
        await step(id);
        return [...files].map(([name, madeMs]): Claim => ({ name, madeMs }));
      },
      remove: async ({ name }) => {
        await step(id);
        files.delete(name);
      },
    };
  };
  const live = async (id: number) => {
    const claims = claimsOf(id);
    const own = await holdLock(claims, () => step(id));
    atWork += 1;
    most = Math.max(most, atWork);
    await step(id);
    atWork -= 1;
    await claims.remove(own);
    ended += 1;
  };
  for (let id = 0; id < processes; id += 1) void live(id);
  for (let steps = 0; steps < mostSteps && ready().length > 0; steps += 1) {
    const now = ready();
    await go(now[choose(now.length)] ?? 0);
  }
  return { most, ended };
};

describe('processes that all find a lock left behind', () => {
  it('never both win, in whatever order their steps come', async () => {
    let orders = 0;
    // Depth-first over all choices: the last choice with an untried alternative changes.
    for (let plan: number[] | undefined = []; plan !== undefined; ) {
      const choices: { taken: number; of: number }[] = [];
      const given: readonly number[] = plan;
      const { most } = await fight(2, 13, (of) => {
        const taken = given[choices.length] ?? 0;
        choices.push({ taken, of });
        return taken;
      });
      if (most > 1) expect.fail(`both win after the steps ${choices.map(({ taken }) => taken).join(' ')}`);
      orders += 1;
      const open = choices.findLastIndex(({ taken, of }) => taken + 1 < of);
      plan =
        open < 0 ? undefined : [...choices.slice(0, open).map(({ taken }) => taken), (choices[open]?.taken ?? 0) + 1];
    }
    expect(orders).toBeGreaterThan(1000);
  });

  it('all come to their turn', async () => {
    const steps = fc.infiniteStream(fc.nat({ max: 11 }));
    await fc.assert(
      fc.asyncProperty(steps, async (stream) => {
        const { most, ended } = await fight(3, 400, (of) => (stream.next().value ?? 0) % of);
        expect([most, ended]).toEqual([1, 3]);
      }),
      { numRuns: 50 },
    );
  });

  it('are let one by one to the object by the store, as processes of the system', async () => {
    const folder = temporaryDirectory();
    const bundle = join(folder, 'contender.mjs');
    await build({
      stdin: {
        contents: `
          import { createDirectoryStore } from './lib/local/directory-store.ts';
          process.on('message', async ({ store, version, text }) => {
            const put = createDirectoryStore(store).put('lease.json', text, { ifVersion: version });
            process.send(await put.then(() => text, (error) => error.name));
          });`,
        resolveDir: root,
        loader: 'ts',
      },
      bundle: true,
      platform: 'node',
      format: 'esm',
      outfile: bundle,
      logLevel: 'error',
    });
    const store = join(folder, 'store');
    const children = [0, 1, 2].map(() =>
      spawn(process.execPath, [bundle], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }),
    );
    onTestFinished(() => {
      for (const child of children) child.kill('SIGKILL');
    });
    const { createDirectoryStore } = await import('../../lib/local/directory-store.ts');
    const file = join(store, 'lease.json');
    for (let round = 0; round < 8; round += 1) {
      await createDirectoryStore(store).put('lease.json', `before ${round}`);
      const lock = lockOf(store, 'lease.json');
      leaveLock(lock, '', '', -2 * staleMs);
      leaveLock(lock, `.left-${round}`, '', -2 * staleMs);
      const version = createHash('sha256').update(readFileSync(file)).digest('hex');
      const answers = children.map(async (child, number) => {
        child.send({ store, version, text: `${round}-${number}` });
        return (await once(child, 'message'))[0] as string;
      });
      const won = (await Promise.all(answers)).filter((answer) => answer !== 'StoreConflict');
      expect(won).toEqual([readFileSync(file, 'utf8')]);
    }
  });
});
