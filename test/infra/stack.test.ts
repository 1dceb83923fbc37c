import { describe, expect, it } from 'vitest';
import { deploymentVariable, environmentNames } from '../../lib/contract/environment.ts';
import { allTasks } from '../../lib/contract/tasks.ts';
import { flat, type Resource } from './access/template.ts';
import { alarmPeriods } from './alarm-periods.suite.ts';
import { alarmSentences } from './alarms.suite.ts';
import { allStates } from './all-states.ts';
import { backupSentences } from './backups.suite.ts';
import { channelSentences } from './channels.suite.ts';
import { deployed, stackOf } from './deployed.ts';
import { intakeSentences } from './event-intake.suite.ts';
import { functionSentences } from './functions.suite.ts';
import { machineSentences } from './machines.suite.ts';
import { grantedSentences } from './permissions.suite.ts';
import { sizeSentences } from './policy-size.suite.ts';
import { roleSentences } from './service-role.suite.ts';
import { safetySentences } from './storage.suite.ts';
import { trustSentences } from './trust.suite.ts';
import { usedPermissionSentences } from './used-permissions.suite.ts';
import { permissionSentences } from './who-may.suite.ts';

const { resources, of } = deployed();

// The suites of the stack's parts are in separate files; they run here on one shared template.
alarmSentences();
alarmPeriods();
channelSentences();
backupSentences();
functionSentences();
intakeSentences();
machineSentences();
grantedSentences();
roleSentences();
safetySentences();
sizeSentences();
trustSentences();
permissionSentences();
usedPermissionSentences();

const taskOf = (functionName: string) => allTasks.find(({ name }) => functionName === `headroom-${name}`);

describe('every function', () => {
  it('is one task, on arm64 and Node.js 24, with its handler', () => {
    const functions = of('AWS::Lambda::Function');
    expect(functions.map(([, { FunctionName }]) => taskOf(FunctionName)?.name).sort()).toEqual(
      allTasks
        .map(({ name }) => name)
        .filter((name) => name !== 'deliver')
        .sort(),
    );
    for (const [, given] of functions) {
      expect(given).toMatchObject({
        Architectures: ['arm64'],
        Runtime: 'nodejs24.x',
      });
      const name = taskOf(given.FunctionName)?.name ?? '';
      expect(given.Handler).toBe(`${name}/index.handler`);
    }
  });

  it('has exactly the variables of its contract, and the name of the deployment', () => {
    for (const [, { FunctionName, Environment }] of of('AWS::Lambda::Function')) {
      const asked = taskOf(FunctionName)?.environment.map((key) => environmentNames[key]) ?? [];
      expect(Object.keys(Environment?.Variables ?? {}).sort()).toEqual([deploymentVariable, ...asked].sort());
    }
  });

  it('has a role of its own and a log that is encrypted and does not grow for ever', () => {
    const functions = of('AWS::Lambda::Function');
    expect(new Set(functions.map(([, { Role }]) => flat(Role))).size).toBe(functions.length);
    expect(functions.every(([, { LoggingConfig }]) => LoggingConfig.LogGroup !== undefined)).toBe(true);
    for (const [, group] of of('AWS::Logs::LogGroup')) {
      expect(group.RetentionInDays).toBeGreaterThan(0);
      expect(group.KmsKeyId).toBeDefined();
    }
  });

  it('is given longer than the longest state that calls it waits', async () => {
    for (const [, { FunctionName, Timeout }] of of('AWS::Lambda::Function')) {
      const task = taskOf(FunctionName)?.name;
      const waits = allStates.filter(({ Resource }) => Resource === `\${${task}}`).map((state) => state.TimeoutSeconds);
      for (const seconds of waits) expect(Timeout).toBeGreaterThan(seconds ?? Number.POSITIVE_INFINITY);
    }
  });
});

describe('every asynchronous hop', () => {
  const queueIds = () => of('AWS::SQS::Queue').map(([id]) => `<${id}.Arn>`);

  it('has a dead-letter queue', () => {
    const left = [
      ...of('AWS::Scheduler::Schedule').map(([, { Target }]) => Target.DeadLetterConfig?.Arn),
      ...of('AWS::Events::Rule').flatMap(([, { Targets }]) =>
        Targets.map((target: Resource['Properties']) => target.DeadLetterConfig?.Arn),
      ),
      ...of('AWS::Lambda::Function').map(([, { DeadLetterConfig }]) => DeadLetterConfig?.TargetArn),
      ...of('AWS::SNS::Subscription').map(([, { RedrivePolicy }]) => RedrivePolicy?.deadLetterTargetArn),
    ].map(flat);
    // EventBridge manages the rule of the archive itself.
    expect(left.filter((arn) => !queueIds().includes(arn))).toEqual([]);
  });

  it('that a pipe reads from gives up in the end', () => {
    const sources = of('AWS::Pipes::Pipe').map(([, { Source }]) => flat(Source));
    const withRedrive = of('AWS::SQS::Queue')
      .filter(([, { RedrivePolicy }]) => RedrivePolicy?.maxReceiveCount > 0)
      .map(([id]) => `<${id}.Arn>`);
    expect(sources.every((source) => withRedrive.includes(source))).toBe(true);
  });

  it('is watched by an alarm at its dead end', () => {
    const watched = of('AWS::CloudWatch::Alarm').flatMap(([, { Dimensions = [] }]) =>
      Dimensions.map(({ Value }: { Value: unknown }) => flat(Value)),
    );
    const ends = of('AWS::SQS::Queue').filter(([, { RedrivePolicy }]) => RedrivePolicy === undefined);
    for (const [id] of ends) expect(watched).toContain(`<${id}.QueueName>`);
  });
});

describe('the template', () => {
  it('holds no token and makes none up', () => {
    const [[, secret] = ['', {}]] = of('AWS::SecretsManager::Secret');
    expect([secret.SecretString, secret.GenerateSecretString]).toEqual([undefined, undefined]);
    const variables = of('AWS::Lambda::Function').flatMap(([, { Environment }]) => Object.keys(Environment.Variables));
    expect(variables.filter((name) => /TOKEN|PASSWORD/.test(name))).toEqual([]);
  });

  it('starts nothing by itself before it is enabled', () => {
    const states = [
      ...of('AWS::Scheduler::Schedule').map(([, { State }]) => State),
      ...of('AWS::Pipes::Pipe').map(([, { DesiredState }]) => DesiredState),
    ];
    expect(new Set(states)).toEqual(new Set(['DISABLED', 'STOPPED']));
  });

  it('matches the reviewed snapshot', () => {
    // Both change with the code.
    const text = JSON.stringify(resources, null, 1)
      .replaceAll(/[0-9a-f]{64}/g, '<hash>')
      .replaceAll(/(CurrentVersion[0-9A-F]{8})[0-9a-f]{32}/g, '$1');
    expect(JSON.parse(text)).toMatchSnapshot();
  });
});

it('synth says how soon a new service is protected that no pipeline announces', () => {
  const said = stackOf({})
    .node.findAll()
    .flatMap(({ node }) => node.metadata)
    .filter(({ type, data }) => type === 'aws:cdk:info' && String(data).includes('headroom:new-services'));
  expect(said.map(({ data }) => data)).toEqual([
    expect.stringContaining('within 12 minutes in up to 79 projects, within 15 minutes in 80'),
  ]);
});

it('synth warns of a cron expression that pauses for longer than alarms wait, unless another schedule fills the pause', () => {
  const warnings = (schedules: object) =>
    stackOf({ schedules })
      .node.findAll()
      .flatMap(({ node }) => node.metadata)
      .filter(({ type, data }) => type === 'aws:cdk:warning' && String(data).includes('headroom:pauses'))
      .map(({ data }) => String(data));
  const workdays = 'cron(0 5 ? * MON-FRI *)';
  expect(warnings({})).toEqual([]);
  expect(warnings({ reconcile: workdays })).toEqual([]);
  const everyTwoDays = 'cron(0 5 1/2 * ? *)';
  expect(warnings({ reconcile: everyTwoDays, budget: everyTwoDays })).toEqual([]);
  expect(warnings({ reconcile: workdays, budget: 'cron(0 6 ? * MON-FRI *)' })).toEqual([
    expect.stringContaining('schedules.reconcile and schedules.budget leave 71 hours without a run'),
  ]);
  expect(warnings({ watch: 'cron(0/5 8-18 ? * MON-FRI *)' })).toEqual([
    expect.stringContaining('schedules.watch leaves 61 hours without a search for new services'),
  ]);
});

describe('the promised age of readings', () => {
  const warnings = (settings: object) =>
    stackOf(settings)
      .node.findAll()
      .flatMap(({ node }) => node.metadata)
      .filter(({ type, data }) => type === 'aws:cdk:warning' && String(data).includes('headroom:readings'))
      .map(({ data }) => String(data));

  it('is a warning at synth when passes are too rare or calls too few, which names the setting', () => {
    expect(warnings({})).toEqual([]);
    const daily = { reconcile: 'rate(1 day)' };
    expect(warnings({ schedules: daily })).toEqual([expect.stringContaining('schedules.reconcile rate(1 day)')]);
    const twice = { reconcile: 'rate(12 hours)' };
    expect(warnings({ schedules: twice, callsPerMinute: 17 })).toEqual([
      expect.stringContaining('for up to 2211 projects; for more, raise callsPerMinute'),
    ]);
  });
});
