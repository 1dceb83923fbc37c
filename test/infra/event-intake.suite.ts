import { describe, expect, it } from 'vitest';
import { intakeKinds, wakingEvents } from '../../lib/contract/events.ts';
import { flat, type Resource } from './access/template.ts';
import { type Deployed, deployed, everythingChosen } from './deployed.ts';

interface Event {
  readonly source: string;
  readonly 'detail-type': string;
  readonly detail: Readonly<Record<string, unknown>>;
}

type Pattern = Readonly<Record<string, unknown>>;

/** Whether a value matches an EventBridge pattern: exact values, and existence. */
const takes = (wanted: readonly unknown[], value: unknown): boolean =>
  wanted.some((one) =>
    typeof one === 'object' && one !== null && 'exists' in one ? one.exists === (value !== undefined) : one === value,
  );

const matches = (pattern: Pattern, event: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(pattern).every(([member, wanted]) =>
    Array.isArray(wanted)
      ? takes(wanted, event[member])
      : matches(wanted as Pattern, (event[member] ?? {}) as Readonly<Record<string, unknown>>),
  );

const withoutHash = (reference: unknown) => flat(reference).replace(/^<(\D+?)[0-9A-F]{8}\.Arn>$/, '$1');

/** Targets of the bus's events, except notices. */
const targetsOf = ({ of }: Deployed, event: Event): string[] =>
  of('AWS::Events::Rule')
    .filter(([, { EventBusName, EventPattern }]) => EventBusName !== undefined && matches(EventPattern, { ...event }))
    .flatMap(([, { Targets }]) => Targets.map(({ Arn }: Resource['Properties']) => withoutHash(Arn)));

const sample = { project: 'shop', sentAt: '2026-03-02T08:00:00.000Z', service: 'orders' };

/** lib/infra/event-intake.ts: the events that reach the workflow, and their form. */
export const intakeSentences = (): void => {
  const asItComes = deployed();
  const enabled = deployed(everythingChosen);

  describe('the event intake', () => {
    const kinds = intakeKinds.flatMap(({ types, member }) => types.map((type) => [type, member] as const));

    it.each(kinds)('collects %s that has its %s', (type, member) => {
      const detail = member === undefined ? {} : { [member]: 'anything' };
      expect(targetsOf(enabled, { source: 'headroom', 'detail-type': type, detail })).toEqual(['IntakeQueue']);
    });

    it.each(kinds.filter(([, member]) => member !== undefined))(
      'keeps %s that lacks its %s with the dead letters, so that it holds up no other event and is not lost',
      (type) => {
        const event = { source: 'headroom', 'detail-type': type, detail: { service: 'orders' } };
        expect(targetsOf(enabled, event)).toEqual(['DeadLettersEvents']);
      },
    );

    it('ignores results of runs, unknown events, and events of other sources', () => {
      const event = { source: 'headroom', 'detail-type': 'RunCompleted', detail: sample };
      expect(targetsOf(enabled, event)).toEqual([]);
      expect(targetsOf(enabled, { ...event, 'detail-type': 'ServiceCreatedd' })).toEqual([]);
      for (const type of wakingEvents) {
        expect(targetsOf(enabled, { source: 'someone', 'detail-type': type, detail: sample })).toEqual([]);
      }
    });

    it('hands over no more of an event than its type and that member', () => {
      const templates = enabled
        .of('AWS::Events::Rule')
        .flatMap(([, { Targets }]) => Targets)
        .filter(({ Arn }) => withoutHash(Arn) === 'IntakeQueue')
        .map(({ InputTransformer, Input }) => {
          if (Input !== undefined) return flat(Input);
          const { InputPathsMap, InputTemplate } = InputTransformer;
          return flat(InputTemplate).replaceAll(/<([\w-]+)>/g, (_, name) => InputPathsMap[name]);
        });
      expect(templates.sort()).toEqual(
        [
          '{"detail-type":$.detail-type,"detail":{"project":$.detail.project}}',
          '{"detail-type":$.detail-type,"detail":{"sentAt":$.detail.sentAt}}',
          '{"detail-type":$.detail-type,"detail":{}}',
          '{"detail-type":"PolicyChanged","detail":{}}',
        ].sort(),
      );
    });

    it('requests a run when the policy document is written, and for no other object of the bucket', () => {
      const [[, rule] = ['', {}], ...more] = enabled
        .of('AWS::Events::Rule')
        .filter(([, { EventPattern }]) => EventPattern.source.includes('aws.s3'));
      expect(more).toEqual([]);
      const created = (bucket: unknown, key: string) => ({
        source: 'aws.s3',
        'detail-type': 'Object Created',
        detail: { bucket: { name: bucket }, object: { key } },
      });
      const [bucket] = rule.EventPattern.detail.bucket.name;
      expect(flat(bucket)).toMatch(/^<StorageBucket\w+>$/);
      expect(matches(rule.EventPattern, created(bucket, 'policy.yaml'))).toBe(true);
      expect(matches(rule.EventPattern, created(bucket, 'runs/run-1/begin/run.json'))).toBe(false);
      expect(matches(rule.EventPattern, created('another', 'policy.yaml'))).toBe(false);
    });

    it('collects nothing while nothing takes it from the queue, and all of it once the stack is enabled', () => {
      const states = ({ of }: Deployed) =>
        of('AWS::Events::Rule')
          .filter(([, { Description }]) => /requests? a run/.test(Description))
          .map(([, { State }]) => State);
      expect(new Set(states(asItComes))).toEqual(new Set(['DISABLED']));
      expect(new Set(states(enabled))).toEqual(new Set(['ENABLED']));
      expect(states(enabled).length).toBe(states(asItComes).length);
    });
  });

  describe('the pipe', () => {
    const [[, pipe] = ['', {}]] = enabled.of('AWS::Pipes::Pipe');

    it('starts one run for all events of a window, and waits for none', () => {
      expect(pipe).toMatchObject({
        DesiredState: 'RUNNING',
        SourceParameters: { SqsQueueParameters: { BatchSize: 100, MaximumBatchingWindowInSeconds: 60 } },
        TargetParameters: {
          InputTemplate: '{"detail-type": <$.body.detail-type>, "detail": <$.body.detail>}',
          StepFunctionStateMachineParameters: { InvocationType: 'FIRE_AND_FORGET' },
        },
      });
      expect([withoutHash(pipe.Source), flat(pipe.Target)]).toEqual([
        'IntakeQueue',
        expect.stringMatching(/^<ReconcileMachine\w+>$/),
      ]);
    });

    it('logs what it cannot hand over, without the events themselves, in a log that is encrypted and ends', () => {
      const { Level, IncludeExecutionData, CloudwatchLogsLogDestination } = pipe.LogConfiguration;
      expect([Level, IncludeExecutionData]).toEqual(['ERROR', undefined]);
      const group = flat(CloudwatchLogsLogDestination.LogGroupArn).replace(/^<(\w+)\.Arn>$/, '$1');
      const found = enabled.resources[group]?.Properties;
      expect(found.LogGroupName).toMatch(/^\/aws\/vendedlogs\//);
      expect([found.RetentionInDays > 0, found.KmsKeyId === undefined]).toEqual([true, false]);
    });
  });
};
