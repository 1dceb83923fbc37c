import { expect, it } from 'vitest';
import { PlatformUnauthorized, PlatformUnavailable } from '../../../lib/contract/errors.ts';
import { dayMs } from '../../../lib/core/model/durations.ts';
import type { Lookup } from '../../../lib/core/plan/lookups.ts';
import { untilLookedUp } from '../../../lib/run/lookup/look-up.ts';
import type { DoneLookups } from '../../../lib/run/lookup/run-lookups.ts';
import { openLookupReader, storedLookups } from '../../../lib/run/lookup/stored-lookups.ts';
import { askedPlatform, call } from './asked-platform.ts';

const plan = { project: 'a', serviceType: 'pg', plan: 'startup-4' };
const price = { ...plan, cloud: 'aws-eu-west-1' };

/** What a command does: it looks at what is stored, and at the price only once the size is known. */
const lookedUp = ({ ports }: ReturnType<typeof askedPlatform>) =>
  untilLookedUp(ports, 'run-1', async (asked: DoneLookups) => {
    const sizes = await storedLookups(openLookupReader(ports), { needs: [plan], priceNeeds: [] }, asked);
    return sizes.isMissing
      ? sizes
      : storedLookups(openLookupReader(ports), { needs: [plan], priceNeeds: [price] }, asked);
  });

it('a command asks what its attempts leave open, round after round, and repeats the attempt with the answers', async () => {
  const asking = askedPlatform();
  const { answers, lookups } = await lookedUp(asking);
  expect(lookups).toEqual([]);
  expect([...answers.planDiskMb.values(), ...answers.prices.values()]).toEqual([
    81_920,
    { kind: 'hourly', dollars: '0.15' },
  ]);
  expect(asking.calls).toEqual(['plan a pg startup-4', 'price a pg startup-4 aws-eu-west-1']);
});

it('a command asks again for what has expired', async () => {
  const asking = askedPlatform();
  await lookedUp(asking);
  asking.pass(dayMs);
  expect((await lookedUp(asking)).old).toEqual([]);
  expect(asking.calls).toHaveLength(4);
});

it('a command asks nothing if the store has every answer', async () => {
  const asking = askedPlatform();
  await lookedUp(asking);
  await lookedUp(asking);
  expect(asking.calls).toHaveLength(2);
});

it('a command does without an answer that the platform does not give, and asks for it once', async () => {
  const asking = askedPlatform({ planSpecification: () => Promise.reject(new PlatformUnavailable('away', call)) });
  const { answers } = await lookedUp(asking);
  expect([...answers.unreadPlans]).toEqual(['pg/startup-4']);
  expect(asking.calls).toEqual(['plan a pg startup-4', 'price a pg startup-4 aws-eu-west-1']);
});

it('a command ends after the rounds of a run, also if each answer raises a new lookup', async () => {
  const { ports, calls } = askedPlatform();
  let attempts = 0;
  await untilLookedUp(ports, 'run-1', async (asked) => {
    attempts += 1;
    expect(asked.runId).toBe('run-1');
    const next: Lookup = { kind: 'plan-disk', ...plan, plan: `startup-${attempts}` };
    return { lookups: asked.has(next) ? [] : [next] };
  });
  expect(calls).toHaveLength(4);
});

it('a command fails where the platform rejects the token', async () => {
  const asking = askedPlatform({ planSpecification: () => Promise.reject(new PlatformUnauthorized('token', call)) });
  await expect(lookedUp(asking)).rejects.toThrow(PlatformUnauthorized);
});
