import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { telemetry } from '../../lib/contract/telemetry.ts';
import { version } from '../../lib/contract/version.ts';
import { flat, type Resource } from './access/template.ts';
import { deployed, everythingChosen, root } from './deployed.ts';

type Properties = Resource['Properties'];

const span = (seconds: number) => (seconds % 3600 === 0 ? `${seconds / 3600} h` : `${seconds / 60} min`);

const comparisons: Readonly<Record<string, string>> = {
  GreaterThanOrEqualToThreshold: 'at least',
  LessThanThreshold: 'less than',
};

const silences: Readonly<Record<string, string>> = { breaching: 'silence counts', notBreaching: 'silence is fine' };

/** Resource of a metric, by the stable prefix of its logical id. */
const dimensionsOf = (alarm: Properties): string =>
  alarm.Dimensions.map(({ Name, Value }: { Name: string; Value: unknown }) => {
    const of = flat(Value).replace(/^<(\D+?)[0-9A-F]{8}(?:\.\w+)?>$/, '$1');
    return `${Name} ${of}`;
  }).join(', ');

/** The condition of a metric alarm as a sentence. */
const sentence = (alarm: Properties): string => {
  const { Statistic, Namespace, MetricName, Period, EvaluationPeriods, DatapointsToAlarm, Threshold } = alarm;
  const times = DatapointsToAlarm ?? EvaluationPeriods;
  const silence = silences[alarm.TreatMissingData];
  return (
    `${Statistic} of ${Namespace} ${MetricName} (${dimensionsOf(alarm)}) in ${span(Period)} is ` +
    `${comparisons[alarm.ComparisonOperator]} ${Threshold}, ${times} of ${EvaluationPeriods} times; ${silence}`
  );
};

/** What AWS publishes, by its documentation: names of metrics, and the dimension that names one resource. */
const ofAws: Readonly<
  Record<string, { readonly type: string; readonly dimension: string; readonly metrics: readonly string[] }>
> = {
  'AWS/Lambda': {
    type: 'AWS::Lambda::Function',
    dimension: 'FunctionName',
    metrics: ['Invocations', 'Errors'],
  },
  'AWS/SQS': {
    type: 'AWS::SQS::Queue',
    dimension: 'QueueName',
    metrics: ['ApproximateNumberOfMessagesVisible', 'NumberOfEmptyReceives'],
  },
  'AWS/States': {
    type: 'AWS::StepFunctions::StateMachine',
    dimension: 'StateMachineArn',
    metrics: ['ExecutionsFailed', 'ExecutionTime'],
  },
  'AWS/Events': { type: 'AWS::Events::Rule', dimension: 'RuleName', metrics: ['TriggeredRules'] },
};

const nameOf = ({ AlarmName }: Properties): string => AlarmName.replace(/^headroom-/, '');

/** lib/infra/monitoring/alarms.ts: the condition of each alarm, and its notification. */
export const alarmSentences = (): void => {
  const { of } = deployed();
  const enabled = deployed(everythingChosen);
  const own = 'service headroom';

  describe('an alarm', () => {
    it('rings when what it is named for happened, and only then', () => {
      const alarms = enabled.of('AWS::CloudWatch::Alarm').map(([, alarm]) => [nameOf(alarm), sentence(alarm)]);
      expect(Object.fromEntries(alarms)).toEqual({
        'run-failed':
          'Sum of AWS/Events TriggeredRules (RuleName RunWatchEnded) in 75 min is at least 1, 1 of 1 times; silence is fine',
        'needs-person': `Sum of Headroom NeedsPerson (${own}) in 75 min is at least 1, 1 of 1 times; silence is fine`,
        'work-unfinished': `Sum of Headroom WorkUnfinished (${own}) in 75 min is at least 1, 3 of 3 times; silence is fine`,
        'run-slow':
          'Maximum of AWS/States ExecutionTime (StateMachineArn ReconcileMachine) in 75 min is at least 3600000, 3 of 3 times; silence is fine',
        'backup-failed':
          'Sum of AWS/Events TriggeredRules (RuleName BackupFailed) in 1 h is at least 1, 1 of 1 times; silence is fine',
        'key-ending':
          'Sum of AWS/Events TriggeredRules (RuleName KeyWatchEnding) in 1 h is at least 1, 1 of 1 times; silence is fine',
        'no-look':
          'Sum of AWS/Lambda Invocations (FunctionName FunctionswatchservicesFunction) in 1 h is less than 1, 3 of 3 times; silence counts',
        'watching-failed':
          'Sum of AWS/Lambda Errors (FunctionName FunctionswatchservicesFunction) in 15 min is at least 3, 1 of 1 times; silence is fine',
        'hello-missing': `Sum of Headroom HelloMissing (${own}) in 1 h is at least 1, 1 of 1 times; silence is fine`,
        'events-dead':
          'Maximum of AWS/SQS ApproximateNumberOfMessagesVisible (QueueName DeadLettersEvents) in 5 min is at least 1, 1 of 1 times; silence is fine',
        'deliveries-dead':
          'Maximum of AWS/SQS ApproximateNumberOfMessagesVisible (QueueName DeadLettersDeliveries) in 5 min is at least 1, 1 of 1 times; silence is fine',
        'rotation-failed':
          'Sum of AWS/Lambda Errors (FunctionName FunctionsrotatetokenFunction) in 1 h is at least 1, 1 of 1 times; silence is fine',
        'retirement-failed':
          'Sum of AWS/States ExecutionsFailed (StateMachineArn RetirementMachine) in 1 h is at least 1, 1 of 1 times; silence is fine',
        'no-run-ended': `Sum of Headroom RunsEnded (${own}) in 75 min is less than 1, 3 of 3 times; silence counts`,
        'not-enabled-for-long':
          'Sum of AWS/SQS NumberOfEmptyReceives (QueueName IntakeQueue) in 75 min is less than 1, 1 of 3 times; silence counts',
      });
    });

    it('for a failed run hears of every way in which a run ends badly, and has it reported where it could not report itself', () => {
      const [[, rule] = ['', {}]] = enabled.of('AWS::Events::Rule').filter(([id]) => id.startsWith('RunWatchEnded'));
      const { source, 'detail-type': type, detail } = rule.EventPattern;
      expect([source, type, detail.status]).toEqual([
        ['aws.states'],
        ['Step Functions Execution Status Change'],
        ['FAILED', 'TIMED_OUT', 'ABORTED'],
      ]);
      expect(detail.stateMachineArn.map(flat)).toEqual([expect.stringMatching(/^<ReconcileMachine\w+>$/)]);
      const [{ Arn, InputTransformer }, ...others] = rule.Targets;
      expect(others).toEqual([]);
      expect(flat(Arn)).toMatch(/^<FunctionsreportFunction/);
      const { InputTemplate, InputPathsMap } = InputTransformer;
      const cause = InputTemplate.replaceAll(/<([\w-]+)>/g, (_: string, name: string) => InputPathsMap[name]);
      expect(cause).toBe(
        '{"runId":$.detail.name,"failure":{"Error":$.detail.status,' +
          '"Cause":"the execution ended as $.detail.status without a report"},"unlessReported":true}',
      );
    });

    it('looks at metrics under the names under which functions emit them', () => {
      const emitted = enabled
        .of('AWS::CloudWatch::Alarm')
        .map(([, alarm]) => alarm)
        .filter(({ Namespace }) => !Namespace.startsWith('AWS/'));
      expect(emitted.length).toBeGreaterThan(0);
      for (const { Namespace, MetricName, Dimensions } of emitted) {
        expect(Namespace).toBe(telemetry.namespace);
        expect(Object.values(telemetry.metrics)).toContain(MetricName);
        expect(Dimensions).toEqual([{ Name: 'service', Value: 'headroom' }]);
      }
    });

    it('looks at metrics of AWS that there are, each of a resource of the kind that has it', () => {
      const seen = enabled
        .of('AWS::CloudWatch::Alarm')
        .map(([, alarm]) => alarm)
        .filter(({ Namespace }) => Namespace.startsWith('AWS/'));
      expect(seen.length).toBe(11);
      for (const { Namespace, MetricName, Dimensions } of seen) {
        const kind = ofAws[Namespace];
        expect(kind?.metrics).toContain(MetricName);
        expect(Dimensions.map(({ Name }: Properties) => Name)).toEqual([kind?.dimension]);
        const id = flat(Dimensions[0].Value).replace(/^<(\w+)(?:\.\w+)?>$/, '$1');
        expect(enabled.resources[id]?.Type).toBe(kind?.type);
      }
    });

    it('notifies a person when it begins and when it ends, except for the parts of composite alarms', () => {
      const composites = of('AWS::CloudWatch::CompositeAlarm').map(([, alarm]) => alarm);
      expect(composites.map(nameOf).sort()).toEqual(['runs-missing']);
      const all = [...composites, ...of('AWS::CloudWatch::Alarm').map(([, alarm]) => alarm)];
      const silent = all.filter(({ AlarmActions, OKActions }) => AlarmActions?.length !== 1 || OKActions?.length !== 1);
      expect(silent.map(nameOf).sort()).toEqual(['no-look', 'no-run-ended', 'not-enabled-for-long']);
      for (const { AlarmActions, OKActions } of silent)
        expect([AlarmActions, OKActions]).toEqual([undefined, undefined]);
      const [[topic] = ['']] = of('AWS::SNS::Topic');
      const targets = all.flatMap(({ AlarmActions = [], OKActions = [] }) => [...AlarmActions, ...OKActions].map(flat));
      expect(new Set(targets)).toEqual(new Set([`<${topic}>`]));
    });

    it('begins with what to type, and links to the page of the deployed version where the settings have its address', () => {
      const runbookUrl = 'https://docs.example.com/headroom/{version}/runbook.md';
      const { of } = deployed({ runbookUrl });
      const descriptions = [...of('AWS::CloudWatch::Alarm'), ...of('AWS::CloudWatch::CompositeAlarm')];
      expect(descriptions.length).toBeGreaterThan(10);
      for (const [, alarm] of descriptions) {
        expect(alarm.AlarmDescription).toMatch(
          /^Type first: headroom status --stack headroom\. (?:Broken|Needs a person)\. [A-Z].*\. What to do: /,
        );
        const [, section, link] = /headroom runbook ([a-z-]+), or (\S+)$/.exec(alarm.AlarmDescription) ?? [];
        expect(link).toBe(`https://docs.example.com/headroom/${version}/runbook.md#${section}`);
      }
      const texts = of('AWS::Events::Rule')
        .flatMap(([, { Targets }]) => Targets.map(flat))
        .join();
      expect(texts).toContain(
        `headroom runbook key-ending, or https://docs.example.com/headroom/${version}/runbook.md#key-ending`,
      );
    });

    it('names its section of the runbook, and every section has its alarm', async () => {
      const runbook = await readFile(join(root, 'docs', 'runbook.md'), 'utf8');
      const sections = [...runbook.matchAll(/^## (.+)$/gm)].map(([, title]) => title);
      const links = [...enabled.of('AWS::CloudWatch::Alarm'), ...enabled.of('AWS::CloudWatch::CompositeAlarm')].map(
        ([, { AlarmDescription }]) => /headroom runbook ([a-z-]+)$/.exec(AlarmDescription)?.[1],
      );
      expect([...new Set(links)].sort()).toEqual(sections.sort());
    });
  });

  describe('the alarm for runs that are missing', () => {
    const ruleOf = (template: typeof enabled, name = 'runs-missing'): string => {
      const composites = template.of('AWS::CloudWatch::CompositeAlarm').map(([, alarm]) => alarm);
      const { AlarmRule } = composites.find((alarm) => nameOf(alarm) === name) ?? {};
      const byArn = new Map(template.of('AWS::CloudWatch::Alarm').map(([id, alarm]) => [`<${id}.Arn>`, nameOf(alarm)]));
      return flat(AlarmRule).replaceAll(/"?(<\w+\.Arn>)"?/g, (_, arn) => byArn.get(arn) ?? arn);
    };

    it('does not ring right after the stack was enabled, when only silence is behind it', () => {
      expect(ruleOf(enabled)).toBe('((ALARM(no-run-ended) OR ALARM(no-look)) AND OK(not-enabled-for-long))');
      const [silent, recent] = ['no-run-ended', 'not-enabled-for-long'].map((name) =>
        enabled
          .of('AWS::CloudWatch::Alarm')
          .map(([, alarm]) => alarm)
          .find((alarm) => nameOf(alarm) === name),
      );
      // Both parts evaluate the same number of periods in which runs were due.
      expect([recent.Period, recent.EvaluationPeriods]).toEqual([silent.Period, silent.EvaluationPeriods]);
    });

    it('never rings while nothing is enabled: the pipe that shows it stands still', () => {
      expect(ruleOf(deployed())).toBe(ruleOf(enabled));
      expect(of('AWS::Pipes::Pipe').map(([, { DesiredState, Source }]) => [DesiredState, flat(Source)])).toEqual([
        ['STOPPED', expect.stringMatching(/^<IntakeQueue\w+\.Arn>$/)],
      ]);
    });
  });
};
