import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CrashPoint, isCrash } from '../../simulator/crashes.ts';
import { day, expectSettled, firstToken, type Step, setUpRotation, steps } from '../../simulator/rotation-setup.ts';

describe('any order of steps, rotations and crashes', () => {
  interface Move {
    readonly rotation: string;
    readonly step: Step;
    readonly crash: CrashPoint | undefined;
  }
  // Most steps make few calls, and a crash at a later one is none.
  const call = fc.oneof({ weight: 3, arbitrary: fc.integer({ min: 1, max: 3 }) }, fc.integer({ min: 4, max: 12 }));
  const moves: fc.Arbitrary<Move[]> = fc.array(
    fc.record({
      rotation: fc.constantFrom('rotation-1', 'rotation-2', 'rotation-3'),
      step: fc.constantFrom(...steps),
      crash: fc.option(fc.record({ call, when: fc.constantFrom('before', 'after') }), { nil: undefined }),
    }),
    { maxLength: 14 },
  );

  it('leaves the token in use working throughout, and one token of ours in the end', async () => {
    let crashes = 0;
    await fc.assert(
      fc.asyncProperty(moves, async (given) => {
        const setup = await setUpRotation();
        const begun = new Set<string>();
        for (const { rotation, step, crash } of given) {
          if (!begun.has(rotation)) setup.begin(rotation);
          begun.add(rotation);
          setup.crashes.begin(crash);
          // What a step refuses or where it crashes is its own affair: what follows must hold all the same.
          await setup.step(step, rotation).catch((error: unknown) => {
            if (isCrash(error)) crashes += 1;
          });
        }
        const last = await setup.rotate();
        await setup.retire();
        await setup.platform.advance(2 * day);
        const rotation = await setup.rotate();
        await setup.retire();
        await expectSettled(setup, rotation);
        expect(await setup.ours(), last).toHaveLength(1);
        expect(await setup.works(firstToken)).toBe(false);
      }),
      { numRuns: 30 },
    );
    expect(crashes).toBeGreaterThan(20);
  });
});

it('full tokens are in no state, output, error, retirement, description or answer of the platform', async () => {
  const setup = await setUpRotation();
  await setup.rotate(setup.begin(), { call: 9, when: 'after' });
  await setup.retire({ call: 6, when: 'after' }, setup.runDefinition);
  await setup.control('faults', [
    { operation: 'AccessTokenCreate', times: 1, malformed: true },
    { operation: 'AccessTokenList', times: 1, status: 403 },
  ]);
  await setup.rotate().catch(() => undefined);
  await setup.rotate().catch(() => undefined);
  const rotation = await setup.rotate();
  expect(setup.errors.length).toBeGreaterThan(3);
  const everything = {
    states: setup.states,
    outputs: setup.outputs,
    errors: setup.errors.map((error) =>
      error instanceof Error ? `${error.message} ${error.stack} ${JSON.stringify(error)}` : error,
    ),
    retirements: [...setup.started],
    tokens: await setup.ours(),
    platform: setup.platform.state(),
    requests: setup.platform.requests(),
    stages: setup.secret.describe(),
  };
  expect(setup.seenTokens.size).toBeGreaterThanOrEqual(3);
  expect(JSON.stringify(everything.stages)).toContain(rotation);
  for (const [place, found] of Object.entries(everything)) {
    const text = JSON.stringify(found);
    expect(text.length, place).toBeGreaterThan(2);
    for (const token of setup.seenTokens) {
      for (const echo of [token, encodeURIComponent(token)]) expect(text.includes(echo), place).toBe(false);
    }
  }
});
