import { describe, expect, it } from 'vitest';
import { contentOf } from '../../../lib/run/store/content.ts';
import { jsonWithLists } from '../../../lib/run/store/long-lists.ts';
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
      const body = JSON.stringify(await jsonWithLists(headroom.store, key, text));
      expect(contentOf(key, body), key).toEqual(contentOf(key, `${body} `));
      compared += 1;
    }
    expect(compared).toBeGreaterThan(20);
  });
});
