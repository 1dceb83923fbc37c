import { CfnFunction } from 'aws-cdk-lib/aws-lambda';
import { describe, expect, it } from 'vitest';
import { callsFor } from '../../lib/contract/call-rates.ts';
import { environmentNames } from '../../lib/contract/environment.ts';
import { allTasks } from '../../lib/contract/tasks.ts';
import { deployed, makeStack } from './deployed.ts';

interface Share {
  readonly name: string;
  /** Calls a minute of each copy. */
  readonly calls: number | undefined;
  /** Concurrent copies; undefined without a limit in Lambda. */
  readonly copies: number | undefined;
}

/** Calls a minute of each function, without building the template. */
const sharesOf = (settings: object): Share[] => {
  const stack = makeStack(settings);
  return stack.node
    .findAll()
    .filter((node) => node instanceof CfnFunction)
    .map((lambda) => {
      const { functionName = '', environment, reservedConcurrentExecutions } = lambda;
      const { variables = {} } = stack.resolve(environment) as { variables?: Record<string, string> };
      const calls = variables[environmentNames.callsPerMinute];
      return {
        name: functionName.replace('headroom-', ''),
        calls: calls === undefined ? undefined : Number(calls),
        copies: reservedConcurrentExecutions,
      };
    });
};

/** lib/infra/functions.ts: each function's share of the platform's rate limit, and its number of copies. */
export const functionSentences = (): void => {
  describe('the calls a minute of all functions together', () => {
    it.each([
      ['as it comes', {}, 100],
      ['as the setting says', { callsPerMinute: 300 }, 300],
    ])('stay within what the platform may be asked, %s', (_, settings, allowed) => {
      const callers = sharesOf(settings).filter(({ calls }) => calls !== undefined);
      const asking = allTasks.filter(({ environment }) => environment.includes('callsPerMinute'));
      expect(callers.map(({ name }) => name).sort()).toEqual(asking.map(({ name }) => name).sort());
      for (const { name, copies } of asking) {
        const built = callers.find((caller) => caller.name === name);
        expect(built).toEqual({ name, calls: callsFor(name, allowed), copies });
      }
      const together = callers.reduce((sum, { calls = 0, copies = 0 }) => sum + calls * copies, 0);
      expect(together).toBeLessThanOrEqual(allowed);
      // The shares use up the limit.
      expect(together).toBeGreaterThan(0.9 * allowed);
    });

    it('are bounded by the maps and schedules alone where Lambda keeps no room', () => {
      expect(new Set(sharesOf({ reserveConcurrency: false }).map(({ copies }) => copies))).toEqual(
        new Set([undefined]),
      );
    });
  });

  describe('the schedule that looks for new services', () => {
    it('looks at as many projects at one time as its share allows beside the list of them', () => {
      const inputs = deployed()
        .of('AWS::Scheduler::Schedule')
        .map(([, { Target }]) => JSON.parse(Target.Input))
        .filter(({ most }) => most !== undefined);
      expect(inputs).toEqual([{ most: callsFor('watch-services', 100) - 1 }]);
    });
  });
};
