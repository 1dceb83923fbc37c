import { describe, expect, it } from 'vitest';
import { serviceFilter } from '../../../lib/cli/from-store/service-filter.ts';
import type { FilterFlags } from '../../../lib/cli/shell/options.ts';
import { createMemoryStore } from '../../../lib/run/store/memory-store.ts';

const services = ['shop/orders', 'shop/carts', 'pay/orders'].map((name) => {
  const [project = '', service = ''] = name.split('/');
  return { project, service, rule: service === 'carts' ? '' : 'all' };
});

const filterOf = async (flags: FilterFlags) => {
  const shows = await serviceFilter(createMemoryStore(), flags, services);
  if (shows === undefined) throw new Error('no filter');
  return shows;
};

const shown = async (flags: FilterFlags) => {
  const shows = await filterOf(flags);
  return services.filter(shows).map(({ project, service }) => `${project}/${service}`);
};

describe('a filter of services', () => {
  it('shows what every flag selects', async () => {
    expect(await shown({ service: ['orders'] })).toEqual(['shop/orders', 'pay/orders']);
    expect(await shown({ service: ['orders'], project: ['!pay', 'shop'] })).toEqual(['shop/orders']);
    expect(await shown({ rule: ['all'], service: ['o*'] })).toEqual(['shop/orders', 'pay/orders']);
  });

  it('of projects shows what concerns the project, or the whole organization, and nothing of other projects', async () => {
    const shows = await filterOf({ project: ['shop'] });
    const subjects = [
      { project: 'shop', service: null },
      { project: '' },
      { project: 'pay' },
      { project: 'shop', service: 'new' },
    ];
    expect(subjects.map(shows)).toEqual([true, true, false, false]);
  });

  it('of services shows nothing that concerns more than one', async () => {
    const shows = await filterOf({ project: ['shop'], service: ['orders'] });
    expect([{ project: 'shop' }, { project: '' }].map(shows)).toEqual([false, false]);
  });

  it('is none without flags', async () => {
    expect(await serviceFilter(createMemoryStore(), {}, services)).toBeUndefined();
  });

  it('that names nothing is an error that names what is known', async () => {
    await expect(shown({ project: ['shpo'] })).rejects.toThrow('--project shpo: no service matches; known: pay, shop');
    await expect(shown({ rule: ['al'] })).rejects.toThrow('--rule al: no service matches; known: all');
    await expect(shown({ tag: ['team=x'] })).rejects.toThrow('--tag team=x: no service has any');
    await expect(shown({ tag: ['=x'] })).rejects.toThrow('--tag =x: must be KEY=VALUE or KEY');
  });
});
