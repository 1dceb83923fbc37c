import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { watch } from '../../../../lib/cli/commands/watch/action.ts';
import { createConsole } from '../../../../lib/cli/shell/console.ts';
import { StoreUnavailable } from '../../../../lib/contract/errors.ts';
import { createDirectoryStore } from '../../../../lib/local/directory-store.ts';
import type { Store } from '../../../../lib/ports.ts';
import { keys } from '../../../../lib/run/store/keys.ts';
import { writeObject } from '../../../../lib/run/store/objects.ts';
import { enableAll, even } from '../../../workflow/scenarios.ts';
import { policyFile } from '../policy-file.ts';
import { beginningOnce, openShell, type Shell } from '../shell.ts';

const applied = beginningOnce(async (atEnd) => {
  const shell = await openShell(even(1, 3), {}, atEnd);
  await shell.run('apply', '--policy', policyFile(enableAll(100)));
  return shell;
});

/** Watches while these things happen, each between two looks; at the end as with Ctrl-C. */
const watched = async (
  { store: folder }: Shell,
  happens: readonly (() => unknown)[],
  {
    json = false,
    columns,
    store = createDirectoryStore(folder),
  }: { json?: boolean; columns?: number; store?: Store } = {},
) => {
  const [out, err] = [new PassThrough(), new PassThrough()];
  if (columns !== undefined) Object.assign(out, { isTTY: true, columns });
  const controller = new AbortController();
  const left = [...happens];
  const console = createConsole({ out, err, colour: false }, { format: json ? 'json' : 'table', limit: 2 });
  const context = {
    line: { signal: controller.signal } as never,
    flags: { json, limit: 2 } as never,
    console,
    openStore: async () => ({ store }) as never,
  };
  await watch(context, async () => {
    const next = left.shift();
    if (next === undefined) controller.abort();
    controller.signal.throwIfAborted();
    await next?.();
  });
  return { out: String(out.read() ?? ''), err: String(err.read() ?? '') };
};

describe('headroom watch', () => {
  it('ends with Ctrl-C and status 0, and asks the platform nothing', async () => {
    const shell = await applied();
    const { reads } = shell.platform.requests();
    const controller = new AbortController();
    const { signal } = controller;
    const { status, out, err } = await shell.runWith({ signal, listen: () => controller.abort() }, 'watch');
    expect([status, err, shell.platform.requests().reads]).toEqual([0, '', reads]);
    expect(out.split('\n')[0]).toBe('run run-1: applied');
  });

  it('writes a line for each disk, and then one for each change', async () => {
    const shell = await applied();
    const policy = policyFile(
      enableAll(100).replace(
        'rules:\n',
        'rules:\n  - { name: one, match: { service: service-0 }, effect: enable, maxAdditionalGb: 200 }\n',
      ),
    );
    const { out } = await watched(shell, [
      () => undefined,
      () => shell.run('apply', '--policy', policy),
      () => undefined,
    ]);
    expect(out.trimEnd().split('\n')).toEqual([
      'run run-1: applied',
      ...['project-0/service-0', 'project-0/service-1', 'project-0/service-2'].map((name) =>
        expect.stringMatching(new RegExp(`^disk ${name}, use % .*, days left `)),
      ),
      'run run-2: applied',
      expect.stringMatching(/^disk project-0\/service-0, .*, limit GB 280, /),
    ]);
  });

  it('writes with --json one object a line', async () => {
    const { out } = await watched(await applied(), [], { json: true });
    const [first, ...disks] = out
      .trimEnd()
      .split('\n')
      .map((text) => JSON.parse(text));
    expect(first).toEqual({ at: expect.any(String), run: { runId: 'run-1', outcome: 'applied' }, format: 1 });
    expect(disks.map(({ disk }) => disk.service)).toEqual(['service-0', 'service-1', 'service-2']);
  });

  it('follows a run at work, and shows the disks again when it has ended', async () => {
    const shell = await applied();
    const store = createDirectoryStore(shell.store);
    const startedAt = new Date().toISOString();
    const summary = (await shell.run('runs', '--json')).out;
    const begun = { ...JSON.parse(summary).runs[0], runId: 'run-9', startedAt, endedAt: null, outcome: null };
    delete begun.running;
    const write = (run: object) => writeObject(store, keys.runSummary(startedAt, 'run-9'), run as never);
    await write(begun);
    const { out } = await watched(shell, [() => write({ ...begun, endedAt: startedAt, outcome: 'nothing' })]);
    expect(out.split('\n').slice(0, 3)).toEqual([
      'run run-9: reads the organization and plans',
      'run run-9: nothing',
      expect.stringMatching(/^disk project-0\/service-0, /),
    ]);
  });

  it('draws the whole anew at a terminal, as many disks as --limit says', async () => {
    const { out } = await watched(await applied(), [() => undefined], { columns: 100 });
    const [before, ...screens] = out.split('\u001b[H\u001b[J');
    expect([before, screens.length]).toEqual(['', 2]);
    for (const screen of screens) {
      expect(screen).toMatch(/^run run-1: applied\n/);
      expect(screen).toContain('… and 1 more; --limit shows them');
    }
  });

  it('goes on when the store does not answer once', async () => {
    const shell = await applied();
    const store = createDirectoryStore(shell.store);
    let isAway = false;
    const list: Store['list'] = (...given) =>
      isAway ? Promise.reject(new StoreUnavailable('the store is away')) : store.list(...given);
    const set = (away: boolean) => () => {
      isAway = away;
    };
    const { out, err } = await watched(shell, [set(true), set(false)], { store: { ...store, list } });
    expect([err, out.split('\n')[0]]).toEqual(['the store is away\n', 'run run-1: applied']);
  });

  it('of a store without readings is an error that says what to do', async () => {
    const { status, out } = await (await openShell(even(1, 1))).run('watch', '--json');
    expect([status, JSON.parse(out)]).toMatchObject([1, { code: 'not-found', remedy: "Run 'headroom plan' first." }]);
  });
});
