import * as z from 'zod';
import { platformEnvironment } from '../environment.ts';
import { storeAreas as area } from '../store-keys.ts';
import { calls, contract, count } from './parts.ts';

/** Searches the projects' event logs for new services; once an hour it sends the heartbeat and checks when the token ends. */
export const watchServicesTask = contract({
  name: 'watch-services',
  workflow: null,
  environment: [...platformEnvironment, 'bus'],
  memoryMb: 256,
  timeoutSeconds: 900,
  stateSeconds: null,
  order: 'survey',
  copies: 1,
  store: {
    read: [...calls.read, area.watch, area.intake, area.projectRecord, area.inventoryIndex],
    write: [...calls.write, area.watch, area.projectRecord, area.damaged],
    delete: [],
  },
  /** `most`: number of projects to check in this call, those first that nothing has seen for longest; absent: all. */
  input: z.object({ most: z.number().int().positive().optional() }),
  /** `heartbeatOverdue`: no heartbeat has arrived for two hours, so other events may be lost too. */
  output: z.object({
    projects: count,
    unreadable: count,
    published: count,
    heartbeatOverdue: z.boolean(),
  }),
});
