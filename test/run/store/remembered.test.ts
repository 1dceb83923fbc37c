import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentOf } from '../../../lib/run/store/content.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { withLists } from '../../../lib/run/store/long-lists.ts';
import { withSameParts } from '../../../lib/run/store/remembered.ts';
import { fillStore } from '../../workflow/filled-store.ts';

describe('the content of an object', () => {
  it('is changed by no task that reads it, because the next reader gets the same one', async () => {
    const { headroom } = await fillStore();
    const folders = ['projects/', 'runs/', 'run-summaries/'];
    const stored = (await headroom.store.list('')).filter((key) => folders.some((folder) => key.startsWith(folder)));
    let compared = 0;
    for (const key of stored.filter(
      (name) => name.endsWith('.json') && !/\/(failures|releas)|[0-9a-f]{64}\.json$/.test(name),
    )) {
      const text = (await headroom.store.get(key))?.body ?? '';
      const body = JSON.stringify(await withLists(headroom.store, JSON.parse(text)));
      expect(contentOf(key, body), key).toEqual(contentOf(key, `${body} `));
      compared += 1;
    }
    expect(compared).toBeGreaterThan(20);
  });
});

const frozen = (value: unknown): unknown => {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(frozen);
  return value;
};

const noSamples = { lastDay: 20_089, measuredDay: null };
const historyOf = (used: readonly (readonly [unknown, unknown])[]) => ({
  version: 1,
  history: historyWith(used),
});
const historyWith = (used: readonly (readonly [unknown, unknown])[]) => ({
  days: [20_088, 20_089],
  services: [
    { name: 'orders', ...noSamples, provisioned: [[20_088, 80_000]], used },
    { name: 'search', ...noSamples, provisioned: [[20_088, 90_000]], used: [[20_088, 7]] },
  ],
});

interface Read {
  readonly value: { readonly days: object; readonly services: readonly { readonly used: object }[] };
}

describe('an object whose text has changed', () => {
  it('keeps its unchanged parts, and is what its new text says', () => {
    const key = keys.history('kept-parts');
    const before = contentOf(key, JSON.stringify(historyOf([[20_088, 5]]))) as Read;
    const text = JSON.stringify(
      historyOf([
        [20_088, 5],
        [20_089, 6],
      ]),
    );
    const after = contentOf(key, text) as Read;
    expect(after).toEqual(contentOf(keys.history('other'), text));
    expect(after.value.days).toBe(before.value.days);
    expect(after.value.services.map((one, place) => one === before.value.services[place])).toEqual([false, true]);
    expect(before.value.services[0]?.used).toEqual([[20_088, 5]]);
  });

  it('is checked where it has changed', () => {
    const key = keys.history('damaged-part');
    contentOf(key, JSON.stringify(historyOf([[20_088, 5]])));
    const damaged = historyOf([[20_088, 'five']]);
    expect(contentOf(key, JSON.stringify(damaged))).toEqual({
      problem: expect.stringMatching(/^services\.0\.used\.0\.1: /),
    });
  });

  it('gives the same text as without what was read before, and changes nothing of that', () => {
    const json = fc.letrec((part) => ({
      value: fc.oneof({ maxDepth: 3 }, fc.constantFrom(0, 1, null, 'a', '__proto__'), part('list'), part('members')),
      list: fc.array(part('value'), { maxLength: 3 }),
      members: fc.dictionary(fc.constantFrom('a', 'b', 'c', '__proto__', 'constructor'), part('value'), { maxKeys: 3 }),
    })).value;
    fc.assert(
      fc.property(json, json, (before, after) => {
        const text = JSON.stringify(after);
        const kept = withSameParts(frozen(before), JSON.parse(text));
        expect(JSON.stringify(kept)).toBe(text);
        if (JSON.stringify(before) === text) expect(kept).toBe(before);
      }),
    );
  });
});
