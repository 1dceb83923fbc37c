import { Validations } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { callsFor, copiesOf } from '../contract/call-rates.ts';
import { type EnvironmentKey, wordToTell } from '../contract/environment.ts';
import { type FunctionSize, functionSizes } from '../contract/function-sizes.ts';
import type { Settings } from '../contract/settings.ts';
import { tasks } from '../contract/tasks.ts';
import { type Task, TaskFunction } from './task-function.ts';
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

  constructor(scope: Construct, id: string, props: FunctionsProps) {
    super(scope, id);
    this.all = tasks.map((task) => this.build(task, props));
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
  of(name: string): TaskFunction {
    const match = this.all.find(({ task }) => task.name === name);
    if (match === undefined) throw new Error(`there is no task ${name}; lib/contract/tasks.ts lists them`);
    return match;
  }

  /** Grants each function the access that its contract requires, by variable. */
  connect(reach: Reach): void {
    for (const to of this.all) {
      for (const key of to.task.environment) reach[key]?.(to);
    }
  }

  private build(task: Task, { settings, ...shared }: FunctionsProps): TaskFunction {
    const size = (functionSizes as Readonly<Record<string, FunctionSize>>)[task.name];
    if (size === undefined) throw new Error(`lib/contract/function-sizes.ts has no size for ${task.name}`);
    const copies = settings.reserveConcurrency ? copiesOf(task.name) : undefined;
    const taskFunction = new TaskFunction(this, task.name, {
      ...shared,
      ...size,
      task,
      copies,
      network: settings.network,
    });
    const values: Readonly<Partial<Record<EnvironmentKey, string>>> = {
      baseUrl: settings.baseUrl,
      organization: settings.organization,
      profile: settings.profile,
      searchEngine: wordToTell(settings),
      callsPerMinute: String(callsFor(task.name, settings.callsPerMinute)),
    };
    for (const key of task.environment) {
      const value = values[key];
      if (value !== undefined) taskFunction.setEnvironment(key, value);
    }
    return taskFunction;
  }
}
