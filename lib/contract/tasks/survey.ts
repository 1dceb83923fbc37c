import * as z from 'zod';
import { platformEnvironment } from '../environment.ts';
import { storeAreas as area, runFolder } from '../store-keys.ts';
import { again, longestWaitSeconds } from './again.ts';
import { callOrder, calls, contract, count, failure, mapCopies, project, runId } from './parts.ts';

/** Reads the services and endpoints of a batch of projects, and publishes services that are new. */
export const surveyTask = contract({
  name: 'survey',
  workflow: 'reconcile',
  environment: [...platformEnvironment, 'bus'],
  memoryMb: 256,
  timeoutSeconds: 270,
  stateSeconds: { work: 240, note: 60 },
  order: 'survey',
  longestWaitSeconds,
  copies: mapCopies,
  store: {
    read: [...calls.read, runFolder, area.projectRecord, area.inventoryIndex, area.lease],
    write: [...calls.write, area.readings, area.projectRecord, area.damaged],
    delete: [],
  },
  /** With `failure` it only records that the projects could not be read. `projects` are their indexes in the run's list. */
  input: z.object({
    runId,
    projects: z.array(project).min(1),
    order: callOrder.optional(),
    failure: failure.optional(),
  }),
  output: z.object({ services: count, endpoints: count, unread: count, again }),
});
