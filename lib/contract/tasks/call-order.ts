import * as z from 'zod';
import { type CallOrder, callOrders } from '../../core/calls/order.ts';
import { eventBatch, runRequest } from '../run-request.ts';
import type { TaskContract } from '../task-contract.ts';

const request = z.union([runRequest, eventBatch]);

/** Order of service of a run's reads: events wait for no survey of the whole organization. */
export const orderOfRun = (requested: z.infer<typeof request>): CallOrder =>
  Array.isArray(requested) || requested.trigger.kind === 'event' ? 'event' : 'survey';

/** Members of inputs that decide the order. */
const given = z.object({ order: z.enum(callOrders).optional(), request: request.optional() });

/** Order of service of the platform calls of a task with that input. */
export const orderOf = (task: Pick<TaskContract, 'order'>, input: unknown): CallOrder => {
  const { order, request: requested } = given.safeParse(input).data ?? {};
  return order ?? (requested && orderOfRun(requested)) ?? task.order ?? 'survey';
};
