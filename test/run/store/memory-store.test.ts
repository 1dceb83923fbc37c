import { createMemoryStore } from '../../../lib/run/store/memory-store.ts';
import { storeContract } from '../../contracts/store.ts';

storeContract('memory', createMemoryStore);
