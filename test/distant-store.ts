import type { Store } from '../lib/ports.ts';
import { createMemoryStore } from '../lib/run/store/memory-store.ts';
import { drawsOf } from './simulator/engine/random.ts';
import type { SimulatedTime } from './simulator/engine/time.ts';

/** A store some milliseconds away, so that conditional writes of several workers conflict, with the number of its requests. */
export const createDistantStore = (time: SimulatedTime, seed = 1) => {
  const memory = createMemoryStore();
  const latency = drawsOf(seed, 'store latency');
  const requests = { gets: 0, puts: 0 };
  const store: Pick<Store, 'get' | 'put'> = {
    get: async (key) => {
      requests.gets += 1;
      const found = await memory.get(key);
      await time.sleep(latency.between(10, 60));
      return found;
    },
    put: async (key, body, condition) => {
      requests.puts += 1;
      await time.sleep(latency.between(10, 60));
      await memory.put(key, body, condition);
    },
  };
  return { store, memory, requests };
};
