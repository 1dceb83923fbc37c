import { createMemoryStore } from '../../lib/local/memory-store.ts';
import { storeContract } from '../contracts/store.ts';

storeContract('memory', createMemoryStore);
