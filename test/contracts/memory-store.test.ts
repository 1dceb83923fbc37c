import { createMemoryStore } from '../../lib/local/memory-store.ts';
import { storeContract } from './store.ts';

storeContract('the store that other tests use', createMemoryStore);
