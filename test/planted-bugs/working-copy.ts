import { execFileSync, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PlantedBug, plantedIn, root } from './bug.ts';

/** What a program of the copy printed, and how it ended; `null` when it was stopped after the limit. */
export interface Ended {
  readonly code: number | null;
  readonly out: string;
}

/** A copy of the working tree in the temporary folder, in which a bug can be planted. */
export interface WorkingCopy {
  readonly folder: string;
  /** Does something while the bug is in the copy, and takes the bug out again. */
  readonly withBug: <T>(bug: PlantedBug, work: () => Promise<T>) => Promise<T>;
  /** Runs Node in the copy. */
  readonly node: (args: readonly string[]) => Promise<Ended>;
  readonly remove: () => void;
}

/** A bug may make a program wait for ever. */
const limitMs = 900_000;

/** Everything that git knows or would take, and nothing that it ignores. */
const filesOfTree = (): string[] =>
  execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
    .split('\0')
    .filter((file) => file !== '' && existsSync(join(root, file)));

export const makeWorkingCopy = (): WorkingCopy => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'headroom-planted-')));
  for (const file of filesOfTree()) cpSync(join(root, file), join(folder, file));
  symlinkSync(realpathSync(join(root, 'node_modules')), join(folder, 'node_modules'), 'junction');
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  return {
    folder,
    remove,
    withBug: async (bug, work) => {
      const path = join(folder, bug.file);
      const content = readFileSync(path, 'utf8');
      writeFileSync(path, plantedIn(bug, content));
      try {
        return await work();
      } finally {
        writeFileSync(path, content);
      }
    },
    node: (args) =>
      new Promise((resolve, reject) => {
        const child = spawn(process.execPath, args, {
          cwd: folder,
          timeout: limitMs,
          stdio: ['ignore', 'pipe', 'pipe'],
        });
        let out = '';
        const take = (data: Buffer) => {
          out += data;
        };
        child.stdout.on('data', take);
        child.stderr.on('data', take);
        const stop = () => child.kill();
        process.once('exit', stop);
        child.on('error', reject);
        child.on('close', (code) => {
          process.removeListener('exit', stop);
          resolve({ code, out });
        });
      }),
  };
};
