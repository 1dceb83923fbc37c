import { describe, expect, it } from 'vitest';
import { version } from '../../../lib/contract/version.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { createMemoryStore } from '../../../lib/run/store/memory-store.ts';
import { openRecord, writeObject } from '../../../lib/run/store/objects.ts';
import { sha256 } from '../../../lib/run/store/sha256.ts';

const project = 'shop';
const key = keys.projectRecord(project);
const history = { days: [1], services: [] };

const stored = async () => {
  const store = createMemoryStore();
  await writeObject(store, keys.history(project), history);
  const { body = '' } = (await store.get(key)) ?? {};
  return { store, body, digest: (await openRecord(store, project)).checked() };
};

/** A text with another value in place of the history's days, which no schema takes. */
const wrong = (body: string): string => body.replace('[1]', '"a"');

const digestOf = (body: string, by = version): string => sha256(`${by}\n${body}`).slice(0, 32);

describe('the record of a project that is opened', () => {
  it('is known by the digest of a text that was checked', async () => {
    const { store, body, digest } = await stored();
    expect(digest).toBe(digestOf(body));
    const opened = await openRecord(store, project, digest);
    expect([opened.isKnown, opened.checked(), await opened('history')]).toEqual([true, digest, history]);
  });

  it('is not checked again while its text is the same', async () => {
    const { store, body } = await stored();
    const text = wrong(body);
    await store.put(key, text);
    expect(await (await openRecord(store, project, digestOf(text)))('history')).toEqual({ days: 'a', services: [] });
  });

  it.each([
    ['another text', (body: string) => digestOf(body)],
    ['a text that another version of Headroom has checked', (body: string) => digestOf(wrong(body), '0.0.1')],
  ])('is checked where the digest is that of %s', async (_, digest) => {
    const { store, body } = await stored();
    await store.put(key, wrong(body));
    const opened = await openRecord(store, project, digest(body));
    expect([opened.isKnown, await opened('history')]).toEqual([false, undefined]);
  });

  it.each([
    ['a section cannot be read', wrong],
    ['it is not JSON', (body: string) => body.slice(0, -3)],
    ['it is of another version', (body: string) => body.replace('"version":1', '"version":2')],
  ])('has no digest where %s', async (_, damaged) => {
    const { store, body } = await stored();
    await store.put(key, damaged(body));
    expect((await openRecord(store, project)).checked()).toBeUndefined();
  });

  it('has no digest where there is none', async () => {
    const opened = await openRecord(createMemoryStore(), project, 'any');
    expect([opened.isKnown, opened.checked(), await opened('history')]).toEqual([false, undefined, undefined]);
  });
});
