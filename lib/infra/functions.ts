import { Validations } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { callsFor } from '../contract/call-rates.ts';
import { type EnvironmentKey, wordToTell } from '../contract/environment.ts';
import type { Settings } from '../contract/settings.ts';
import type { TaskContract, TaskName } from '../contract/task-contract.ts';
import { allTasks } from '../contract/tasks.ts';
import { TaskFunction } from './task-function.ts';
import type { Unscoped } from './unscoped.ts';

export interface FunctionsProps {
  readonly settings: Settings;
  /** Folder of all bundles, as `bundleFunctions` fills it. */
  readonly bundles: string;
  /** What logs are encrypted with. */
  readonly key: IKey;
  /** Where calls end up that nobody waits for and that failed every time. */
  readonly deadLetters: IQueue;
  /** Permissions without resources. */
  readonly unscoped: Unscoped;
}

/** Gives a function a permission and the variable that belongs to it. */
export type Reach = Readonly<Partial<Record<EnvironmentKey, (to: TaskFunction) => void>>>;

/** One function for each task of the contract. */
export class Functions extends Construct {
  readonly all: readonly TaskFunction[];
  private readonly byName: ReadonlyMap<TaskName, TaskFunction>;

  constructor(scope: Construct, id: string, props: FunctionsProps) {
    super(scope, id);
    this.all = allTasks.map((task) => this.build(task, props));
    this.byName = new Map(this.all.map((made) => [made.task.name, made]));
    if (props.settings.network === undefined) {
      Validations.of(this).acknowledge({
        id: 'NIST.800.53.R5-LambdaInsideVPC',
        reason: 'They call public addresses alone and accept no connection; the setting `network` puts them into one.',
      });
    }
    if (!props.settings.reserveConcurrency) {
      Validations.of(this).acknowledge({
        id: 'NIST.800.53.R5-LambdaConcurrency',
        reason: 'The account has no room to reserve; the maps and schedules bound how many copies run at one time.',
      });
    }
  }

  /** The function of a task. */
  of(name: TaskName): TaskFunction {
    const found = this.byName.get(name);
    if (found === undefined) throw new Error(`no function was built for the task ${name}`);
    return found;
  }

  /** Gives each function what its contract asks for, by variable. */
  connect(reach: Reach): void {
    for (const to of this.all) {
      for (const key of to.task.environment) reach[key]?.(to);
    }
  }

  private build(task: TaskContract, { settings, ...shared }: FunctionsProps): TaskFunction {
    const copies = settings.reserveConcurrency ? task.copies : undefined;
    const made = new TaskFunction(this, task.name, { ...shared, task, copies, network: settings.network });
    const told: Readonly<Partial<Record<EnvironmentKey, string>>> = {
      baseUrl: settings.baseUrl,
      organization: settings.organization,
      profile: settings.profile,
      searchEngine: wordToTell(settings),
      callsPerMinute: String(callsFor(task.name, settings.callsPerMinute)),
    };
    for (const key of task.environment) {
      const value = told[key];
      if (value !== undefined) made.tell(key, value);
    }
    return made;
  }
}
