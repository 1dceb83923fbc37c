import { createMemoryLedger } from '../../../lib/client/transport/memory-ledger.ts';
import { ledgerContract } from '../../contracts/ledger.ts';

ledgerContract('the ledger of one process', {
  open: ({ time, callsPerMinute }) => {
    const ledger = createMemoryLedger({ callsPerMinute, clock: time });
    return () => ledger;
  },
  clocksDifferByMs: 0,
});
