import { describe, expect, it } from 'vitest';
import { readHistories, recordDay } from '../../lib/run/histories.ts';
import { createMemoryStore } from '../memory-store.ts';

const at = (time: string) => ({ now: () => Date.parse(time) });
const services = [{ name: 'pg', diskMb: 81_920 }];

describe('the histories of projects in the store', () => {
  it('get one sample a day, whatever the number of looks', async () => {
    const inner = createMemoryStore();
    let writes = 0;
    const store = {
      ...inner,
      put: (...given: Parameters<typeof inner.put>) => {
        writes += 1;
        return inner.put(...given);
      },
    };
    await recordDay({ store, clock: at('2026-03-02T00:10:00Z') }, 'shop', services);
    await recordDay({ store, clock: at('2026-03-02T23:10:00Z') }, 'shop', services);
    expect(writes).toBe(1);
    await recordDay({ store, clock: at('2026-03-03T00:10:00Z') }, 'shop', services);
    expect(writes).toBe(2);
    const histories = await readHistories(store, [{ name: 'shop' }, { name: 'new' }]);
    expect(histories.get('shop')?.days).toHaveLength(2);
    expect(histories.get('new')).toEqual({ days: [], services: [] });
  });
});
