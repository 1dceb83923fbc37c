import { type Option, type Whole, whole } from './option.ts';

/** Thread pools of the engine (spec.md §2.4 engine.thread_pool_*). */

const size = (pool: string): Whole =>
  whole(
    `Threads of ${pool}`,
    `Threads in the ${pool} pool. The platform lowers a value above the CPU limit of a node.`,
    { min: 1, max: 128 },
  );

const queue = (pool: string): Whole =>
  whole(`Queue of ${pool}`, `Maximum requests that wait for the ${pool} pool.`, { min: 10, max: 2000 });

const sizes = {
  thread_pool_search_size: size('search'),
  thread_pool_search_throttled_size: size('search_throttled'),
  thread_pool_get_size: size('get'),
  thread_pool_analyze_size: size('analyze'),
  thread_pool_write_size: size('write'),
  thread_pool_force_merge_size: size('force_merge'),
};

/** Members of `engine` that the platform lowers to the CPU limit of a node. */
export const threadPoolSizes: readonly string[] = Object.keys(sizes);

export const threadPools: Readonly<Record<string, Option>> = {
  ...sizes,
  thread_pool_search_queue_size: queue('search'),
  thread_pool_search_throttled_queue_size: queue('search_throttled'),
  thread_pool_get_queue_size: queue('get'),
  thread_pool_analyze_queue_size: queue('analyze'),
  thread_pool_write_queue_size: queue('write'),
};

/** The part of `user_config` that thread pools need. */
type WithEngine = Readonly<Record<string, unknown>>;

/** The configuration with every thread pool size lowered to at most `limit` (spec.md §2.4 rule 9). */
export const withThreadPoolsWithin = <C extends WithEngine>(config: C, limit: number): C => {
  const { engine } = config;
  if (typeof engine !== 'object' || engine === null) return config;
  const lowered = Object.entries(engine).map(([name, value]) => {
    const isTooLarge = threadPoolSizes.includes(name) && typeof value === 'number' && value > limit;
    return [name, isTooLarge ? limit : value];
  });
  return { ...config, engine: Object.fromEntries(lowered) };
};
