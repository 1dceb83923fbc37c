import * as z from 'zod';
import { platformEnvironment } from '../environment.ts';
import { storeAreas } from '../store-keys.ts';
import { contract, count, damaged } from './parts.ts';

const watching = [storeAreas.watermarks, storeAreas.watchTurn, storeAreas.heartbeatSent] as const;

/** Looks for new services in the event logs of the projects, and sends the heartbeat. */
export const watchServicesTask = contract({
  name: 'watch-services',
  workflow: null,
  environment: [...platformEnvironment, 'bucket', 'bus'],
  memoryMb: 256,
  timeoutSeconds: 900,
  stateSeconds: null,
  callShare: 20,
  copies: 1,
  store: {
    read: [...watching, storeAreas.heartbeatArrived],
    write: [...watching, ...damaged],
    delete: [...watching, storeAreas.heartbeatArrived],
  },
  /** `most`: projects to look at in this call, going on where the last one ended; absent: all. */
  input: z.object({ most: z.number().int().positive().optional() }),
  /** `heartbeatOverdue`: for two hours no heartbeat has come back, so events that ask for a run may not either. */
  output: z.object({ projects: count, unreadable: count, published: count, heartbeatOverdue: z.boolean() }),
});
