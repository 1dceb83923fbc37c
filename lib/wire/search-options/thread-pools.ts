import { type Option, type Whole, whole } from './option.ts';

/** Thread pools of the engine (spec.md §2.4 engine.thread_pool_*). */

const size = (pool: string): Whole =>
  whole(
    `Threads of ${pool}`,
    `Threads in the ${pool} pool. A value above what the CPUs of a node allow is lowered to that.`,
    { min: 1, max: 128 },
  );

const queue = (pool: string): Whole =>
  whole(`Queue of ${pool}`, `Requests that may wait for the ${pool} pool.`, { min: 10, max: 2000 });

const sizes = {
  thread_pool_search_size: size('search'),
  thread_pool_search_throttled_size: size('search_throttled'),
  thread_pool_get_size: size('get'),
  thread_pool_analyze_size: size('analyze'),
  thread_pool_write_size: size('write'),
  thread_pool_force_merge_size: size('force_merge'),
};

/** Members of `engine` whose value the platform lowers to what the CPUs of a node allow. */
export const threadPoolSizes: readonly string[] = Object.keys(sizes);

export const threadPools: Readonly<Record<string, Option>> = {
  ...sizes,
  thread_pool_search_queue_size: queue('search'),
  thread_pool_search_throttled_queue_size: queue('search_throttled'),
  thread_pool_get_queue_size: queue('get'),
  thread_pool_analyze_queue_size: queue('analyze'),
  thread_pool_write_queue_size: queue('write'),
};

/** A part of `user_config`, as far as thread pools need it. */
type WithEngine = Readonly<Record<string, unknown>>;

/** The configuration with every thread pool size above `most` lowered to it (spec.md §2.4 rule 9). */
export const withThreadPoolsWithin = <C extends WithEngine>(config: C, most: number): C => {
  const { engine } = config;
  if (typeof engine !== 'object' || engine === null) return config;
  const lowered = Object.entries(engine).map(([name, value]) => {
    const isTooLarge = threadPoolSizes.includes(name) && typeof value === 'number' && value > most;
    return [name, isTooLarge ? most : value];
  });
  return { ...config, engine: Object.fromEntries(lowered) };
};
