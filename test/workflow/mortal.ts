import type { Platform, Ports, Store } from '../../lib/ports.ts';

/**
 * Lets something die at its first step, then at its second, and so on, until there is no step left to die at.
 * @param live does it with death at the step of that number, and answers whether it came that far
 * @param every dies at each step, or at the first of so many
 * @returns how often it died: a test must say how often that is, as one that never dies passes everything
 */
export const dyingAtEach = async (live: (fatal: number) => Promise<boolean>, every = 1): Promise<number> => {
  let deaths = 0;
  while (await live(deaths * every + 1)) deaths += 1;
  return deaths;
};

/**
 * Ports of a process that dies, store and all, right before or after its write of that number, to the platform or to the
 * store: what it did until then has happened, and it does nothing any more.
 */
export const mortalPorts = (
  { platform: real, store }: Pick<Ports, 'platform' | 'store'>,
  fatal: number,
  when: 'before' | 'after',
  to: 'platform' | 'store' = 'platform',
) => {
  let writes = 0;
  let dead = false;
  let dying: Promise<unknown> | undefined;
  const killed = () => Promise.reject(new Error('killed'));
  const writing =
    <A extends unknown[], R>(action: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      // The others stand still while the last write is on its way.
      if (dying !== undefined) await dying;
      if (dead) return killed();
      writes += 1;
      if (writes !== fatal) return action(...args);
      // A write reads the store until it is sent.
      dying = when === 'after' ? action(...args) : Promise.resolve();
      await dying;
      dead = true;
      return killed();
    };
  const living =
    <A extends unknown[], R>(action: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> =>
      dead ? killed() : action(...args);
  const [sending, storing] = to === 'platform' ? [writing, living] : [living, writing];
  const platform: Platform = {
    ...real,
    createEndpoint: sending(real.createEndpoint),
    updateEndpoint: sending(real.updateEndpoint),
    deleteEndpoint: sending(real.deleteEndpoint),
    createIntegration: sending(real.createIntegration),
    deleteIntegration: sending(real.deleteIntegration),
  };
  const mortalStore: Store = {
    ...store,
    get: living(store.get),
    put: storing(store.put),
    list: living(store.list),
    append: storing(store.append),
    delete: storing(store.delete),
    readLog: living(store.readLog),
  };
  return { ports: { platform, store: mortalStore }, isDead: () => dead };
};
