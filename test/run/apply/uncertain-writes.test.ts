import { describe, expect, it } from 'vitest';
import {
  PlatformAnswerInvalid,
  PlatformRefused,
  PlatformUnauthorized,
  PlatformUnavailable,
} from '../../../lib/contract/errors.ts';
import { Progress } from '../../../lib/run/apply/progress.ts';
import { createMemoryStore } from '../../../lib/run/store/memory-store.ts';
import { aChange } from '../stored.ts';

const names = ['a', 'b', 'c', 'd', 'e', 'f'];
const changes = names.map(aChange);
const part = { runId: 'run', phase: 'grant', project: 'shop', changes } as const;
const at = '2026-03-02T08:00:00.000Z';
const call = { method: 'PUT', path: '/x' } as const;
const refused = new PlatformRefused('no', call);
const unanswered = new PlatformUnavailable('no answer', call);
const unreadable = new PlatformAnswerInvalid('not JSON', call);

/** Sends the next write. */
const sent = async (progress: Progress): Promise<void> => {
  await progress.intends(at);
  const watch = progress.watch(async () => undefined);
  await watch.mayStart();
  watch.onRequestId(`request ${progress.attempts.length}`);
};

const taken = (failedBefore: readonly string[] = []) =>
  Progress.take(createMemoryStore(), { ...part, failedBefore: new Set(failedBefore) });

/** Whether no further change is tried after these ends of the first changes. */
const endsAfter = async (ends: readonly (Error | 'accepted')[], failedBefore: readonly string[] = []) => {
  const progress = await taken(failedBefore);
  for (const [place, end] of ends.entries()) {
    const change = aChange(names[place] ?? '');
    await sent(progress);
    if (end === 'accepted') await progress.accepted(change);
    else await progress.failed(change, end);
  }
  return progress.ended !== undefined;
};

describe('the record of a write that failed', () => {
  it('is certain only after an answer that can be read', async () => {
    const progress = await taken();
    for (const [place, error] of [refused, unanswered, unreadable].entries()) {
      await sent(progress);
      await progress.failed(aChange(names[place] ?? ''), error);
    }
    expect(progress.attempts.map(({ write }) => [write?.requestId, write?.uncertain])).toEqual([
      ['request 0', false],
      ['request 1', true],
      ['request 2', true],
    ]);
  });

  it('is uncertain where an earlier attempt of the task may have sent it, whatever the answer now', async () => {
    const store = createMemoryStore();
    await sent(await Progress.take(store, part));
    const next = await Progress.take(store, part);
    await next.failed(aChange('a'), refused);
    await sent(next);
    await next.failed(aChange('b'), refused);
    expect(next.attempts.map(({ write }) => write?.uncertain)).toEqual([true, false]);
  });
});

describe('a part of a run', () => {
  it('ends with the third change in a row that the platform does not answer', async () => {
    expect(await endsAfter([unanswered, unanswered])).toBe(false);
    expect(await endsAfter([unanswered, unanswered, unanswered])).toBe(true);
  });

  it.each([['accepted' as const], [refused]])('goes on where the platform answers between them: %s', async (answer) => {
    expect(await endsAfter([unanswered, unanswered, answer, unanswered, unanswered])).toBe(false);
  });

  it('does not count services whose last change failed too', async () => {
    const all = [unanswered, unanswered, unanswered, unanswered];
    expect(await endsAfter(all, ['a', 'b'])).toBe(false);
    expect(await endsAfter(all, ['a'])).toBe(true);
  });

  it('ends at once where no other change can succeed', async () => {
    expect(await endsAfter([new PlatformUnauthorized('no', call)])).toBe(true);
    expect(await endsAfter([refused])).toBe(false);
  });
});
