import { expect, it, vi } from 'vitest';
import * as z from 'zod';
import { onLambda } from '../../lib/aws/handler.ts';
import { tasks } from '../../lib/contract/tasks.ts';

const opened = vi.hoisted(() => ({ tries: 0, failing: 1 }));
vi.mock('../../lib/aws/open-ports.ts', () => ({
  openPorts: async () => {
    opened.tries += 1;
    if (opened.tries <= opened.failing) throw new Error('the secret is missing');
    return { opened: opened.tries };
  },
}));

const context = { awsRequestId: 'request-1', getRemainingTimeInMillis: () => 60_000 };

it('builds its ports anew after a failed first call, and keeps those that work', async () => {
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
  const task = { ...tasks.discover, input: z.object({}), output: z.object({ opened: z.number() }) };
  const handler = onLambda(task as never, (ports) => async () => ports as never);
  await expect(handler({}, context)).rejects.toThrow('the secret is missing');
  expect(await handler({}, context)).toEqual({ opened: 2 });
  expect(await handler({}, context)).toEqual({ opened: 2 });
});
