import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { Settings } from '../contract/settings.ts';
import type { WorkflowName } from '../contract/task-contract.ts';
import { tasksOf } from '../contract/tasks.ts';
import { version } from '../contract/version.ts';
import { Alarms } from './alarms.ts';
import { Channels } from './channels.ts';
import { Dashboard } from './dashboard.ts';
import { DeadLetters } from './dead-letters.ts';
import { EventBus } from './event-bus.ts';
import { EventIntake } from './event-intake.ts';
import { Functions } from './functions.ts';
import { Notices } from './notices.ts';
import { RunWatch } from './run-watch.ts';
import { SavedQueries } from './saved-queries.ts';
import { Schedules } from './schedules.ts';
import { Storage } from './storage.ts';
import { TokenSecret } from './token-secret.ts';
import { Unscoped } from './unscoped.ts';
import { Workflow } from './workflow.ts';

export interface HeadroomStackProps extends StackProps {
  readonly settings: Settings;
  /** Folder with the output of `bundleFunctions`. */
  readonly bundles: string;
}

/** The AWS deployment of Headroom, in the order of the data flow. */
export class HeadroomStack extends Stack {
  constructor(scope: Construct, id: string, { settings, bundles, ...props }: HeadroomStackProps) {
    const description = 'Headroom: keeps managed data services from running out of disk';
    super(scope, id, { description, terminationProtection: settings.terminationProtection, ...props });

    const { auditLockDays, approvers, policyWriters } = settings;
    const storage = new Storage(this, 'Storage', { auditLockDays, approvers, policyWriters });
    const deadLetters = new DeadLetters(this, 'DeadLetters');
    const unscoped = new Unscoped(this, 'Unscoped', { inNetwork: settings.network !== undefined });
    const token = new TokenSecret(this, 'Token', { rotationDays: settings.rotationDays });
    const bus = new EventBus(this, 'Bus', { trustedOrganization: settings.trustedOrganization });

    const { key } = storage;
    const functions = new Functions(this, 'Functions', {
      settings,
      bundles,
      key,
      deadLetters: deadLetters.deliveries,
      unscoped,
    });
    const workflow = (id: string, definition: WorkflowName) => {
      const called = tasksOf(definition).map(({ name }) => functions.of(name));
      const { callsPerMinute } = settings;
      return new Workflow(this, id, { definition, callsPerMinute, functions: called, key, unscoped });
    };
    const reconcile = workflow('Reconcile', 'reconcile');
    const retirement = workflow('Retirement', 'retire-token');

    const watch = functions.of('watch-services');
    new Schedules(this, 'Schedules', { settings, reconcile, watch, deadLetters });
    const intake = new EventIntake(this, 'Intake', { settings, bus, storage, reconcile, deadLetters, key });
    const runWatch = new RunWatch(this, 'RunWatch', { reconcile, report: functions.of('report'), deadLetters });

    const notices = new Notices(this, 'Notices', { address: settings.alarmAddress, key, bus, deadLetters });
    const channels = settings.channels
      ? new Channels(this, 'Channels', { settings, key, bus, deliver: functions.of('deliver'), deadLetters })
      : undefined;
    const alarms = new Alarms(this, 'Alarms', {
      settings,
      notices,
      runWatch,
      retirement,
      functions,
      intake,
      deadLetters,
    });
    new Dashboard(this, 'Dashboard', { alarms, reconcile, functions, intake });
    new SavedQueries(this, 'SavedQueries', { functions });

    reconcile.grantMapRuns();
    functions.connect({
      bucket: (to) => storage.grantAccess(to),
      auditLockDays: (to) => storage.grantLock(to),
      bus: (to) => bus.grantPublish(to),
      secret: (to) => token.grantRead(to),
      rotatedSecret: (to) => token.grantVersions(to),
      retirement: (to) => retirement.grantStart(to),
      channels: (to) => channels?.grantRead(to),
      workflow: (to) => to.setEnvironment('workflow', reconcile.machine.stateMachineArn),
    });

    if (approvers !== undefined) storage.protectApprovals(functions.all);

    new CfnOutput(this, 'BucketName', { value: storage.bucket.bucketName, description: 'store' });
    new CfnOutput(this, 'SecretArn', { value: token.secret.secretArn, description: 'secret for the platform token' });
    new CfnOutput(this, 'WorkflowArn', {
      value: reconcile.machine.stateMachineArn,
      description: 'state machine of the runs',
    });
    new CfnOutput(this, 'BusName', { value: bus.bus.eventBusName, description: 'event bus for pipelines' });
    new CfnOutput(this, 'TopicArn', { value: notices.topic.topicArn, description: 'alarms and notices' });
    new CfnOutput(this, 'Version', { value: version, description: 'version of Headroom' });
    new CfnOutput(this, 'AuditLockDays', {
      value: String(auditLockDays ?? 0),
      description: 'days during which audit files are locked, for commands that write them',
    });
    new CfnOutput(this, 'Profile', { value: settings.profile, description: 'profile of the platform API' });
  }
}
