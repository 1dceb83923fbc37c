import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { tokenCacheMs } from '../../lib/aws/secrets.ts';
import { fillDefinition, readDefinition } from '../../lib/local/workflow.ts';

// The package is CommonJS whose export is the function itself.
const validate: (definition: unknown) => { isValid: boolean; errorsText(): string } = createRequire(import.meta.url)(
  'asl-validator',
);

/** Every field that both AWS and the local interpreter run; anything else would be ignored in silence by one of them. */
const known = {
  top: ['Comment', 'StartAt', 'States', 'TimeoutSeconds', 'ProcessorConfig'],
  Task: [
    'Type',
    'Comment',
    'Resource',
    'Parameters',
    'ResultSelector',
    'ResultPath',
    'InputPath',
    'OutputPath',
    'TimeoutSeconds',
    'Retry',
    'Catch',
    'Next',
    'End',
  ],
  Map: [
    'Type',
    'Comment',
    'ItemsPath',
    'ItemSelector',
    'MaxConcurrency',
    'ItemProcessor',
    'ResultPath',
    'ResultSelector',
    'OutputPath',
    'Retry',
    'Catch',
    'Next',
    'End',
  ],
  Choice: ['Type', 'Comment', 'Choices', 'Default'],
  Pass: ['Type', 'Comment', 'Parameters', 'Result', 'ResultPath', 'Next', 'End'],
  Wait: ['Type', 'Comment', 'Seconds', 'SecondsPath', 'Next', 'End'],
  Succeed: ['Type', 'Comment'],
  Fail: ['Type', 'Comment', 'ErrorPath', 'CausePath', 'Error', 'Cause'],
  retrier: ['ErrorEquals', 'IntervalSeconds', 'MaxAttempts', 'BackoffRate', 'MaxDelaySeconds', 'JitterStrategy'],
  catcher: ['ErrorEquals', 'ResultPath', 'Next'],
} satisfies Record<string, readonly string[]>;

interface Retrier {
  readonly MaxAttempts: number;
  readonly IntervalSeconds: number;
  readonly BackoffRate: number;
  readonly MaxDelaySeconds: number;
}

interface State {
  readonly Type: keyof typeof known;
  readonly Seconds?: number;
  readonly TimeoutSeconds?: number;
  readonly Retry?: readonly Retrier[];
  readonly Catch?: readonly object[];
  readonly ItemProcessor?: Machine;
}
interface Machine {
  readonly TimeoutSeconds?: number;
  readonly States: Record<string, State>;
}

/** Seconds that the waits between the tries take at the most. */
const waits = ({ MaxAttempts, IntervalSeconds, BackoffRate, MaxDelaySeconds }: Retrier) =>
  Array.from({ length: MaxAttempts }, (_, n) => Math.min(MaxDelaySeconds, IntervalSeconds * BackoffRate ** n)).reduce(
    (sum, wait) => sum + wait,
    0,
  );

/** Seconds that a state takes at the most, all tries and waits together. */
const longest = (state: State | undefined): number => {
  const [retrier] = state?.Retry ?? [];
  if (state?.TimeoutSeconds === undefined || retrier === undefined) return Number.POSITIVE_INFINITY;
  return state.TimeoutSeconds * (retrier.MaxAttempts + 1) + waits(retrier);
};

const strangers = (at: string, holder: object, allowed: readonly string[]) =>
  Object.keys(holder)
    .filter((field) => !allowed.includes(field))
    .map((field) => `${at}.${field}`);

const unknownFields = (machine: Machine, at: string): string[] => [
  ...strangers(at, machine, known.top),
  ...Object.entries(machine.States).flatMap(([name, state]) => [
    ...strangers(name, state, known[state.Type] ?? []),
    ...(state.Retry ?? []).flatMap((retrier) => strangers(`${name}.Retry`, retrier, known.retrier)),
    ...(state.Catch ?? []).flatMap((catcher) => strangers(`${name}.Catch`, catcher, known.catcher)),
    ...(state.ItemProcessor ? unknownFields(state.ItemProcessor, `${name}.ItemProcessor`) : []),
  ]),
];

// The validator writes defaults into what it is given, so every test fills its own copy.
const fillOne = (workflow: Parameters<typeof readDefinition>[0]) => fillDefinition(readDefinition(workflow));

describe.each(['reconcile', 'retire-token'] as const)('the definition of %s', (workflow) => {
  it('is valid for asl-validator once the placeholders are filled', () => {
    const { isValid, errorsText } = validate(fillOne(workflow));
    expect(isValid ? '' : errorsText()).toBe('');
  });

  it('uses no field that either AWS or the local interpreter would ignore', () => {
    expect(unknownFields(fillOne(workflow) as unknown as Machine, workflow)).toEqual([]);
  });
});

describe('the retire-token definition', () => {
  it('is not valid any more when one of its states leads to none', () => {
    const text = readDefinition('retire-token').replace('"End": true', '"Next": "Nowhere"');
    expect(validate(fillDefinition(text))).toMatchObject({ isValid: false });
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
  const fill = () => fillOne('reconcile');

  it('notices a field that the interpreter would ignore', () => {
    const States = { A: { Type: 'Task', ItemReader: {}, Retry: [{ Unknown: 1 }] } } as unknown as Machine['States'];
    expect(unknownFields({ States }, 'm')).toEqual(['A.ItemReader', 'A.Retry.Unknown']);
  });

  it('catches every failure of a project inside the map, so that one never stops the others', () => {
    const machine = fill() as unknown as Machine;
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

  it('lets an express child come to its end within the 300 s that it has', () => {
    const { Survey, NoteUnread } = (fill() as unknown as Machine).States.SurveyProjects?.ItemProcessor?.States ?? {};
    expect(longest(Survey) + longest(NoteUnread)).toBeLessThan(300);
  });

  it('waits for the lease no longer than an hour, so that the run behind it ends well before the lease does', () => {
    const [waiting] = (fill() as unknown as Machine).States.Discover?.Retry ?? [];
    expect(waiting === undefined ? 0 : waits(waiting)).toBeLessThan(3600);
  });
});
