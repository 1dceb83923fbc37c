import { onLambda } from '../lib/aws/handler.ts';
import { type TaskInput, type TaskOutput, tasks } from '../lib/contract/tasks.ts';
import type { DeliverPorts } from '../lib/ports.ts';
import { deliverDue } from '../lib/run/publish/deliver.ts';

/** Sends the waiting messages to their channels. */
export const deliver =
  (ports: DeliverPorts) =>
  (_: TaskInput<'deliver'>): Promise<TaskOutput<'deliver'>> =>
    deliverDue(ports);

export const handler = onLambda(tasks.deliver, deliver);
