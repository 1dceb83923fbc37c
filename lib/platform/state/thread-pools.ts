import { optionAt } from '../../wire/search-options/options.ts';

/** The part of `user_config` that thread pools need. */
type WithEngine = Readonly<Record<string, unknown>>;

/** The configuration with every thread pool size lowered to at most `limit` (spec.md §2.4 rule 9). */
export const withThreadPoolsWithin = <C extends WithEngine>(config: C, limit: number): C => {
  const { engine } = config;
  if (typeof engine !== 'object' || engine === null) return config;
  const lowered = Object.entries(engine).map(([name, value]) => {
    const isTooLarge = optionAt(['engine', name])?.['x-cpu-limited'] && typeof value === 'number' && value > limit;
    return [name, isTooLarge ? limit : value];
  });
  return { ...config, engine: Object.fromEntries(lowered) };
};
