import type { Construct } from 'constructs';
import { type EnvironmentKey, environmentNames } from '../../contract/environment.ts';
import type { TaskContract } from '../../contract/task-contract.ts';
import { BundledFunction, type SharedFunctionProps } from './bundled-function.ts';

interface TaskFunctionProps extends SharedFunctionProps {
  /** The task: its name is the function's, and it says how large the function is and which variables it gets. */
  readonly task: TaskContract;
  /** Copies that may run at one time; absent: as many as the account has room for. */
  readonly copies: number | undefined;
}

/** One task as a Lambda function. */
export class TaskFunction extends BundledFunction {
  readonly task: TaskContract;

  constructor(scope: Construct, id: string, { task, ...props }: TaskFunctionProps) {
    const { name, memoryMb, timeoutSeconds } = task;
    super(scope, id, { ...props, name, memoryMb, timeoutSeconds });
    this.task = task;
  }

  /**
   * Sets an environment variable of the function. The caller that grants a permission also sets its variable.
   * @throws Error if the task's contract does not list the variable
   */
  setEnvironment(key: EnvironmentKey, value: string): void {
    if (!this.task.environment.includes(key)) throw new Error(`the task ${this.task.name} does not use ${key}`);
    this.lambda.addEnvironment(environmentNames[key], value);
  }
}
