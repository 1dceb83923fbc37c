import { describe, expect, it } from 'vitest';
import type { Scenario } from '../../lib/platform/index.ts';
import { keys } from '../../lib/run/store/keys.ts';
import { startReceiver } from '../channels/receiver.ts';
import { enableAll, even } from '../workflow/scenarios.ts';
import type { DeployedOn, deploy } from './deployed.ts';

type Deployed = (scenario: Scenario, document?: string, on?: Partial<DeployedOn>) => ReturnType<typeof deploy>;

/**
 * What the bundles say of secrets.
 * @param token the one that the platform accepts
 */
export const secrecySentences = (deployed: Deployed, token: string): void => {
  describe('secrets of the bundles that are deployed', () => {
    it('say the token nowhere: not in logs, metrics, events, states, errors, requests to AWS, or what they store', async () => {
      const stack = await deployed(even(2, 2));
      const errors: unknown[] = [];
      const note = (error: unknown) => errors.push(error);
      await stack.run('run-1');
      const answer = await fetch(`${stack.platform.url}/_control/faults`, {
        method: 'POST',
        body: JSON.stringify([{ operation: 'ServiceList', times: 20, status: 403 }]),
      });
      expect(answer.status).toBe(200);
      await stack.run('run-2').catch(note);
      await stack.handlers['watch-services']?.({}).catch(note);
      stack.bucket.put(keys.policy, 'nonsense', {});
      await stack.run('run-3').catch(note);
      expect(errors.length).toBeGreaterThan(0);
      const everything = {
        logs: stack.logs(),
        events: stack.aws.events,
        states: stack.seen,
        objects: [...stack.bucket.objects],
        requests: stack.aws.requests,
        errors: errors.map((error) =>
          error instanceof Error ? `${error.name} ${error.message} ${error.stack}` : error,
        ),
        platform: stack.platform.state().projects,
      };
      for (const [place, found] of Object.entries(everything)) {
        expect(JSON.stringify(found).length, place).toBeGreaterThan(20);
        expect(JSON.stringify(found).includes(token), place).toBe(false);
      }
    });

    it('send the messages of a run to channels, and say no address and no key of them anywhere', async () => {
      const canary = 'canary-77d0';
      const signingKey = `whsec_${Buffer.from(`${canary}-of-a-signing-key`).toString('base64')}`;
      const receiver = await startReceiver([{ status: 500 }]);
      const up = { kind: 'webhook', url: `${receiver.url}/${canary}`, signingKey };
      const gone = { kind: 'slack', url: `http://localhost:1/${canary}` };
      const notify = "notify: [{ channel: up, match: { owner: '*' } }, { channel: gone, match: { owner: '*' } }]\n";
      const proposing = enableAll(200, notify).replace('firstRun: apply', 'firstRun: propose');
      const stack = await deployed(even(1, 2), proposing);
      expect(await stack.run('run-1')).toMatchObject({ outcome: 'needs-approval' });
      stack.keepSecret(JSON.stringify({ up, gone }));
      const deliver = stack.lambdaOf('deliver');
      expect(await deliver.invoke({})).toEqual({ delivered: 0, waiting: 2, dead: 0 });
      for (const [key, body] of stack.bucket.objects)
        if (key.startsWith('deliveries/'))
          stack.bucket.put(key, JSON.stringify({ ...JSON.parse(body), nextAt: '2000-01-01T00:00:00.000Z' }), {});
      expect(await deliver.invoke({})).toEqual({ delivered: 1, waiting: 1, dead: 0 });
      const { items } = JSON.parse(receiver.received.at(-1)?.body ?? '{}');
      expect(items[0].links[0]).toMatchObject({ text: 'Approve on AWS', url: expect.stringContaining('stateMachine') });
      const everything = [stack.logs(), stack.aws.events, stack.seen, [...stack.bucket.objects], stack.aws.requests];
      for (const found of everything) expect(JSON.stringify(found)).not.toMatch(new RegExp(`${canary}|whsec_`));
      expect(stack.logs()).toContain('"task":"deliver"');
    });
  });
};
