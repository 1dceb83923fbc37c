import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { tokenCacheMs } from '../../lib/aws/secrets.ts';
import type { WorkflowName } from '../../lib/contract/task-contract.ts';
import { allTasks } from '../../lib/contract/tasks.ts';
import { definitions, definitionText } from '../../lib/workflow/definitions.ts';
import { taskOfState } from '../../lib/workflow/state-language.ts';
import { longest, type Machine, statesOf, unknownFields, waits } from './definition-states.ts';

// The package is CommonJS whose export is the function itself.
const validate: (definition: unknown) => { isValid: boolean; errorsText(): string } = createRequire(import.meta.url)(
  'asl-validator',
);

// The validator writes defaults into what it is given, so every test fills its own copy.
const fill = (text: string): unknown =>
  JSON.parse(text.replaceAll(/\$\{([a-z-]+)\}/g, 'arn:aws:lambda:us-east-1:000000000000:function:$1'));
const fillOne = (workflow: WorkflowName) => fill(definitionText(workflow));

describe.each(['reconcile', 'retire-token'] as const)('the definition of %s', (workflow) => {
  it('is valid for asl-validator once the placeholders are filled', () => {
    const { isValid, errorsText } = validate(fillOne(workflow));
    expect(isValid ? '' : errorsText()).toBe('');
  });

  it('uses no field that either AWS or the interpreter would ignore', () => {
    expect(unknownFields(fillOne(workflow) as unknown as Machine, workflow)).toEqual([]);
  });
});

describe.each(['reconcile', 'retire-token'] as const)('the time-outs of %s', (workflow) => {
  const machine = fillOne(workflow) as unknown as Machine;
  const tasks = taskOfState(definitions[workflow]);
  /** States that are entered only with a failure in hand. */
  const notes = new Set(statesOf(machine).flatMap(([, { Catch = [] }]) => Catch.map(({ Next }) => Next)));
  const called = statesOf(machine).filter(([name]) => tasks[name] !== undefined);

  it.each(called)('are those that the function of %s knows, and shorter than its own', (name, { TimeoutSeconds }) => {
    const contract = allTasks.find((task) => task.name === tasks[name]);
    const { work, note } = contract?.stateSeconds ?? {};
    expect(TimeoutSeconds).toBe(notes.has(name) ? note : work);
    const timeoutSeconds = contract?.timeoutSeconds;
    expect(timeoutSeconds).toBeGreaterThan(TimeoutSeconds ?? Number.POSITIVE_INFINITY);
    // Lambda's own limit.
    expect(timeoutSeconds).toBeLessThanOrEqual(900);
  });
});

/** Trouble of Lambda itself that passes. */
const ofLambda = [
  'Lambda.ServiceException',
  'Lambda.AWSLambdaException',
  'Lambda.SdkClientException',
  'Lambda.TooManyRequestsException',
  'Lambda.ClientExecutionTimeoutException',
  'Lambda.Unknown',
  'Runtime.ExitError',
];
const timedOut = ['States.Timeout', 'Sandbox.Timedout'];
const platformTrouble = ['PlatformUnavailable', 'PlatformThrottled', 'OutOfTime'];
const awsTrouble = ['StoreUnavailable', 'SecretUnavailable'];
const everything = ['States.ALL'];
/** The reserved copies of a function are with other runs. */
const busy = ['Lambda.TooManyRequestsException'];

describe('retries of each state, and its transition when they fail', () => {
  const rows: readonly (readonly [string, readonly (readonly string[])[], string | undefined])[] = [
    [
      'Discover',
      [busy, [...platformTrouble, ...awsTrouble, 'StoreConflict', ...timedOut, ...ofLambda]],
      'ReportFailure',
    ],
    // The client itself has tried what the platform refused.
    ['Survey', [busy, [...awsTrouble, ...timedOut, ...ofLambda]], 'NoteUnread'],
    ['NoteUnread', [busy, everything], 'Unnoted'],
    ['SurveyProjects', [], 'ReportFailure'],
    [
      'Plan',
      [
        ['LeaseHeld', ...busy],
        [...awsTrouble, 'StoreConflict', ...timedOut, ...ofLambda],
      ],
      'ReportFailure',
    ],
    ['Ask', [busy, [...awsTrouble, 'StoreConflict', ...timedOut, ...ofLambda]], 'ReportFailure'],
    ['ApplyRelease', [busy, [...awsTrouble, 'StoreConflict', ...timedOut, ...ofLambda]], 'NoteReleaseFailed'],
    ['NoteReleaseFailed', [busy, everything], 'UnnotedRelease'],
    ['Release', [], 'ReportFailure'],
    ['ApplyGrant', [busy, [...awsTrouble, 'StoreConflict', ...timedOut, ...ofLambda]], 'NoteGrantFailed'],
    ['NoteGrantFailed', [busy, everything], 'UnnotedGrant'],
    ['Grant', [], 'ReportFailure'],
    ['Report', [busy, everything], 'ReportFailure'],
    ['ReportFailure', [busy, everything], undefined],
    ['Retire', [[...platformTrouble, ...awsTrouble, 'StoreConflict', ...timedOut, ...ofLambda]], undefined],
  ];
  const states = new Map(
    (['reconcile', 'retire-token'] as const).flatMap((workflow) => statesOf(fillOne(workflow) as unknown as Machine)),
  );

  it.each(rows)('%s', (name, retried, next) => {
    const { Retry = [], Catch = [] } = states.get(name) ?? {};
    expect(Retry.map(({ ErrorEquals }) => [...ErrorEquals].sort())).toEqual(
      retried.map((errors) => [...errors].sort()),
    );
    expect(Catch.map(({ ErrorEquals, Next }) => [ErrorEquals, Next])).toEqual(
      next === undefined ? [] : [[everything, next]],
    );
  });

  it('is said here of every state that can fail', () => {
    const failing = [...states].filter(([, { Type }]) => Type === 'Task' || Type === 'Map').map(([name]) => name);
    expect(failing.sort()).toEqual(rows.map(([name]) => name).sort());
  });
});

describe('the retire-token definition', () => {
  it('is not valid any more when one of its states leads to none', () => {
    const text = definitionText('retire-token').replace('"End": true', '"Next": "Nowhere"');
    expect(validate(fill(text))).toMatchObject({ isValid: false });
  });

  const { WaitUntilUnused, Retire } = (fillOne('retire-token') as unknown as Machine).States;

  it('waits longer than a run may take and than a function keeps a token that it has read', () => {
    const run = (fillOne('reconcile') as unknown as Machine).TimeoutSeconds ?? Number.POSITIVE_INFINITY;
    expect(WaitUntilUnused?.Seconds).toBeGreaterThan(run + tokenCacheMs / 1000);
  });

  it('has the time for all tries', () => {
    const { TimeoutSeconds } = fillOne('retire-token') as unknown as Machine;
    expect((WaitUntilUnused?.Seconds ?? 0) + longest(Retire)).toBeLessThan(TimeoutSeconds ?? 0);
  });
});

describe('the reconcile definition', () => {
  it('notices a field that the interpreter would ignore', () => {
    const States = { A: { Type: 'Task', ItemReader: {}, Retry: [{ Unknown: 1 }] } } as unknown as Machine['States'];
    expect(unknownFields({ States }, 'm')).toEqual(['A.ItemReader', 'A.Retry.Unknown']);
  });

  it('catches every failure of a project inside the map, so that one never stops the others', () => {
    const machine = fillOne('reconcile') as unknown as Machine;
    for (const name of ['SurveyProjects', 'Release', 'Grant']) {
      const tasks = Object.values(machine.States[name]?.ItemProcessor?.States ?? {}).filter(
        ({ Type }) => Type === 'Task',
      );
      // The work itself, and the note of its failure.
      expect(tasks.length).toBe(2);
      for (const task of tasks) {
        expect(task.Retry?.length).toBeGreaterThan(0);
        expect(JSON.stringify(task.Catch)).toContain('States.ALL');
      }
    }
  });

  it('goes on when a child dies without a word, as it does when its failure was caught', () => {
    const maps = statesOf(fillOne('reconcile') as unknown as Machine).filter(([, { Type }]) => Type === 'Map');
    expect(maps.map(([name]) => name)).toEqual(['SurveyProjects', 'Release', 'Grant']);
    for (const [, { ToleratedFailurePercentage }] of maps) expect(ToleratedFailurePercentage).toBe(100);
  });

  it('waits for the lease and for a busy function up to two hours, so that most of its time is left for what it applies', () => {
    const machine = fillOne('reconcile') as unknown as Machine;
    for (const [name, { Type, Retry }] of statesOf(machine)) {
      if (Type !== 'Task') continue;
      const [waiting] = Retry ?? [];
      expect(waiting?.ErrorEquals, name).toEqual([...(name === 'Plan' ? ['LeaseHeld'] : []), ...busy]);
      const seconds = waiting === undefined ? 0 : waits(waiting);
      expect(seconds, name).toBeGreaterThan(6900);
      expect(seconds, name).toBeLessThan(7200);
    }
  });
});
