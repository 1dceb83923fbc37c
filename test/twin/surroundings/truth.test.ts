import { expect, it } from 'vitest';
import { hourMs, minuteMs } from '../../../lib/core/model/durations.ts';
import { openPlatform } from '../../../lib/emulator/open.ts';
import { truthAt } from '../../../lib/twin/surroundings/truth.ts';
import { enabled } from '../../bench/organizations.ts';

it('an autoscaler acts with its maximum since that was set, while that was of late', () => {
  const scenario = enabled(1, 2);
  let nowMs = Date.parse(scenario.startTime);
  const time = { nowMs: () => nowMs, sleep: async () => undefined };
  const { edge } = openPlatform({ scenario, token: 'canary-truth', time });
  const since = () => truthAt(edge).map(({ autoscaledSinceMs }) => autoscaledSinceMs);
  const [made] = since();
  nowMs += 2 * hourMs;
  const [project] = edge.state.projects.values();
  project?.events.push({
    ...{ id: 'e1', atMs: nowMs, actor: 'a person', service: null },
    type: 'service_integration_endpoint_update',
    description: "Updated integration endpoint 'headroom-service-1'",
  });
  nowMs += minuteMs;
  expect(since()).toEqual([made, nowMs - minuteMs]);
  nowMs += 2 * hourMs;
  expect(since()).toEqual([made, made]);
});
