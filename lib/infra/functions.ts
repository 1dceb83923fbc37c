import { Validations } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { type EnvironmentKey, searchEngineVariable } from '../contract/environment.ts';
import type { Settings } from '../contract/settings.ts';
import type { TaskContract, TaskName } from '../contract/task-contract.ts';
import { copiesOf } from '../contract/tasks/copies.ts';
import { allTasks } from '../contract/tasks.ts';
import { TaskFunction } from './task-function.ts';
import type { Unscoped } from './unscoped.ts';

export interface FunctionsProps {
  readonly settings: Settings;
  /** Folder with the output of `bundleFunctions`. */
  readonly bundles: string;
  /** Encrypts the logs. */
  readonly key: IKey;
  /** Queue for asynchronous calls that failed on every try. */
  readonly deadLetters: IQueue;
  /** Permissions without resources. */
  readonly unscoped: Unscoped;
}

/** Grants a function a permission and sets the variable that belongs to it. */
export type Reach = Readonly<Partial<Record<EnvironmentKey, (to: TaskFunction) => void>>>;

/** One function for each task of the contract. */
export class Functions extends Construct {
  readonly all: readonly TaskFunction[];
  private readonly byName: ReadonlyMap<TaskName, TaskFunction>;

  constructor(scope: Construct, id: string, props: FunctionsProps) {
    super(scope, id);
    const wanted = allTasks.filter(({ name }) => name !== 'deliver' || props.settings.channels);
    this.all = wanted.map((task) => this.build(task, props));
    this.byName = new Map(this.all.map((made) => [made.task.name, made]));
    if (props.settings.network === undefined) {
      Validations.of(this).acknowledge({
        id: 'NIST.800.53.R5-LambdaInsideVPC',
        reason:
          'They call public addresses only and accept no connection; the setting `network` moves them into a VPC.',
      });
    }
    if (!props.settings.reserveConcurrency) {
      Validations.of(this).acknowledge({
        id: 'NIST.800.53.R5-LambdaConcurrency',
        reason: 'The account has no concurrency to reserve; the maps and schedules limit the concurrent copies.',
      });
    }
  }

  /** @throws Error for an unknown task */
  of(name: TaskName): TaskFunction {
    const found = this.byName.get(name);
    if (found === undefined) throw new Error(`no function was built for the task ${name}`);
    return found;
  }

  /** Grants each function the access that its contract requires, by variable. */
  connect(reach: Reach): void {
    for (const to of this.all) {
      for (const key of to.task.environment) reach[key]?.(to);
    }
  }

  private build(task: TaskContract, { settings, ...shared }: FunctionsProps): TaskFunction {
    const copies = settings.reserveConcurrency ? copiesOf(task, settings.callsPerMinute) : undefined;
    const taskFunction = new TaskFunction(this, task.name, { ...shared, task, copies, network: settings.network });
    const values: Readonly<Partial<Record<EnvironmentKey, string>>> = {
      baseUrl: settings.baseUrl,
      organization: settings.organization,
      profile: settings.profile,
      searchEngine: searchEngineVariable(settings),
      callsPerMinute: String(settings.callsPerMinute),
      approvalRule: settings.approvers === undefined ? 'request' : 'stored',
    };
    for (const key of task.environment) {
      const value = values[key];
      if (value !== undefined) taskFunction.setEnvironment(key, value);
    }
    return taskFunction;
  }
}
