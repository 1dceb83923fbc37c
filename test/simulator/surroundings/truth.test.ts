import { expect, it } from 'vitest';
import { hourMs, minuteMs } from '../../../lib/core/model/durations.ts';
import { openPlatform } from '../../../lib/platform/index.ts';
import { enabled } from '../../bench/organizations.ts';
import { truthAt } from './truth.ts';

it('an autoscaler acts with its maximum since that was set, while that was of late', async () => {
  const scenario = enabled(1, 2);
  let nowMs = Date.parse(scenario.startTime);
  const time = { nowMs: () => nowMs, sleep: async () => undefined };
  const token = 'canary-truth';
  const { answer, edge } = openPlatform({ scenario, token, time });
  const since = () => truthAt(edge).map(({ autoscaledSinceMs }) => autoscaledSinceMs);
  const [made] = since();
  nowMs += 2 * hourMs;
  const [project] = edge.state.projects.values();
  const [endpoint] = project?.endpoints.values() ?? [];
  const raised = await answer(
    {
      method: 'PUT',
      path: `/v1/project/${project?.name}/integration_endpoint/${endpoint?.id}`,
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify({ user_config: { autoscaler: { max_additional_storage: '200' } } }),
    },
    '127.0.0.1',
  );
  expect(raised?.status).toBe(200);
  nowMs += minuteMs;
  expect(since()).toEqual([nowMs - minuteMs, made]);
  nowMs += 2 * hourMs;
  expect(since()).toEqual([made, made]);
});
