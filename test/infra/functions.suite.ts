import { CfnFunction } from 'aws-cdk-lib/aws-lambda';
import { describe, expect, it } from 'vitest';
import { environmentNames } from '../../lib/contract/environment.ts';
import { projectsPerLook } from '../../lib/contract/pass-size.ts';
import type { TaskName } from '../../lib/contract/task-contract.ts';
import { copiesOf } from '../../lib/contract/tasks/copies.ts';
import { allTasks, tasks } from '../../lib/contract/tasks.ts';
import { deployed, stackOf } from './deployed.ts';

interface Caller {
  readonly name: string;
  /** Calls a minute that it is given. */
  readonly calls: number | undefined;
  /** Concurrent copies; undefined without a limit in Lambda. */
  readonly copies: number | undefined;
}

/** Calls a minute of each function, without building the template. */
const callersOf = (settings: object): Caller[] => {
  const stack = stackOf(settings);
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

/** What synth says about reserved copies. */
const notesOf = (settings: object): unknown[] =>
  stackOf(settings)
    .node.findAll()
    .flatMap(({ node }) => node.metadata)
    .filter(({ data }) => String(data).includes('headroom:reserved'))
    .map(({ data }) => data);

/** lib/infra/functions/functions.ts: the limit that all functions share, and the number of copies. */
export const functionSentences = (): void => {
  describe('the calls a minute', () => {
    it.each([
      ['as it comes', {}, 100],
      ['as the setting says', { callsPerMinute: 300 }, 300],
    ])(
      'reach every function that calls the platform undivided, because a ledger divides them, %s',
      (_, settings, allowed) => {
        const callers = callersOf(settings).filter(({ calls }) => calls !== undefined);
        const asking = allTasks.filter(({ order }) => order !== null);
        expect(callers.map(({ name }) => name).sort()).toEqual(asking.map(({ name }) => name).sort());
        for (const task of asking) {
          expect(callers).toContainEqual({ name: task.name, calls: allowed, copies: undefined });
        }
      },
    );

    it('need no copies reserved by Lambda, whose quota in a new account has no room for them', () => {
      expect(new Set(callersOf({}).map(({ copies }) => copies))).toEqual(new Set([undefined]));
      expect(notesOf({})).toEqual([]);
    });

    it('keep their copies where the settings reserve them, and synth says how many that are in all', () => {
      const settings = { reserveConcurrency: true, callsPerMinute: 600 };
      const callers = callersOf(settings);
      for (const { name, copies } of callers) expect(copies).toBe(copiesOf(tasks[name as TaskName], 600));
      const sum = callers.reduce((all, { copies = 0 }) => all + copies, 0);
      expect(notesOf(settings)).toEqual([
        expect.stringContaining(
          `takes ${sum} of the account's concurrent executions, and Lambda keeps 100 unreserved: the quota must be ${sum + 100}`,
        ),
      ]);
    });
  });

  it('each function is called by something: a schedule, a state machine, a rotation or a queue', () => {
    const { of } = deployed({ channels: true });
    const callers = [
      ...of('AWS::Scheduler::Schedule'),
      ...of('AWS::StepFunctions::StateMachine'),
      ...of('AWS::SecretsManager::RotationSchedule'),
      ...of('AWS::Lambda::EventSourceMapping'),
    ];
    const called = JSON.stringify(callers);
    const isCalled = (id: string) => called.includes(`"${id}"`);
    // A state machine calls a version of its function.
    const versions = of('AWS::Lambda::Version').filter(([id]) => isCalled(id));
    const byVersion = new Set(versions.map(([, { FunctionName }]) => FunctionName.Ref));
    const uncalled = of('AWS::Lambda::Function').filter(([id]) => !isCalled(id) && !byVersion.has(id));
    expect(uncalled.map(([, { FunctionName }]) => FunctionName)).toEqual([]);
  });

  describe('the schedule that looks for new services', () => {
    it('checks so many projects at one time that surveys are hardly delayed', () => {
      const inputs = deployed()
        .of('AWS::Scheduler::Schedule')
        .map(([, { Target }]) => JSON.parse(Target.Input))
        .filter(({ most }) => most !== undefined);
      expect(inputs).toEqual([{ most: projectsPerLook(100) }]);
    });
  });
};
