import { spawnSync } from 'node:child_process';
import { arch, cpus, platform, totalmem } from 'node:os';
import type { Origin } from './document.ts';

/** What git prints; undefined without git, or outside of a repository that it reads. */
const git = (...args: string[]): string | undefined => {
  const { status, stdout } = spawnSync('git', args, { cwd: import.meta.dirname, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
};

/** Whether the files are those of the commit that a page would name. */
export const isCommitted = (): boolean => git('status', '--porcelain', '--untracked-files=no') === '';

/** What is measured from now on. */
export const originNow = (): Origin => {
  const [{ model = 'unknown' } = {}] = cpus();
  const memory = `${Math.round(totalmem() / 2 ** 30)} GB`;
  return {
    commit: git('rev-parse', '--short=12', 'HEAD') ?? '',
    at: new Date().toISOString(),
    machine: `${cpus().length} cores (${model}) with ${memory}, ${platform()} ${arch()}, Node.js ${process.versions.node}`,
  };
};

/** Lines of a benchmark that set a limit, or that it has none. */
const limits = '(limit(Ms|Mb|S)?|most|atMost): |least[A-Z][a-z]+ = ';

/** When a limit was last changed; undefined without git, without a repository, and in a clone of a part of the history. */
export const lastChangeOfLimits = (): Date | undefined => {
  if (git('rev-parse', '--is-shallow-repository') !== 'false') return undefined;
  const at = git('log', '-1', '--format=%aI', `-G${limits}`, '--', '*.ts', ':!*.test.ts') ?? '';
  return at === '' ? undefined : new Date(at);
};
