import { createStoreLedger } from '../../../lib/run/calls/store-ledger.ts';
import { drawsOf } from '../../../lib/simulation/engine/random.ts';
import type { SimulatedTime } from '../../../lib/simulation/engine/time.ts';
import { createMemoryStore } from '../../../lib/simulation/surroundings/memory-store.ts';
import type { Store } from '../../../lib/ports.ts';
import { type JoinLedger, type LedgerGround, ledgerContract } from '../../contracts/ledger.ts';

/** A store some milliseconds away, so that conditional writes of several workers conflict. */
const distantStore = (time: SimulatedTime, store: Store, latencyMs: () => number): Pick<Store, 'get' | 'put'> => ({
  get: async (key) => {
    const found = await store.get(key);
    await time.sleep(latencyMs());
    return found;
  },
  put: async (key, body, condition) => {
    await time.sleep(latencyMs());
    await store.put(key, body, condition);
  },
});

const open = ({ time, callsPerMinute }: LedgerGround): JoinLedger => {
  const memory = createMemoryStore();
  const draws = drawsOf(1, 'ledger');
  const store = distantStore(time, memory, () => draws.between(10, 60));
  return (worker, clock) =>
    createStoreLedger({
      store,
      clock,
      sleep: time.sleep,
      random: draws.fraction,
      callsPerMinute,
      worker,
      owner: 'default',
    });
};

ledgerContract('an object in the store', { open, clocksDifferByMs: 1_000 });
