import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import {
  Architecture,
  type CfnFunction,
  Code,
  Function as LambdaFunction,
  Runtime,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { type EnvironmentKey, environmentNames } from '../contract/environment.ts';
import type { TaskContract } from '../contract/task-contract.ts';
import { ServiceRole } from './service-role.ts';
import type { Unscoped } from './unscoped.ts';

export interface TaskFunctionProps {
  /** The task: its name is the function's, and it says how large the function is and which variables it gets. */
  readonly task: TaskContract;
  /** Folder of all bundles, as `bundleFunctions` fills it: the code of every function. */
  readonly bundles: string;
  /** Copies that may run at one time; absent: as many as the account has room for. */
  readonly copies: number | undefined;
  /** Encrypts the logs. */
  readonly key: IKey;
  /** Queue for asynchronous calls that failed on every try. */
  readonly deadLetters: IQueue;
  /** Permissions without resources. */
  readonly unscoped: Unscoped;
  /** Subnets and security groups of your VPC; absent: Lambda's default network. */
  readonly network: { readonly subnetIds: string[]; readonly securityGroupIds: string[] } | undefined;
}

/** One task as a Lambda function, with its own role that initially has access to its log only. */
export class TaskFunction extends Construct {
  readonly task: TaskContract;
  readonly lambda: LambdaFunction;
  readonly access: ServiceRole;
  readonly logGroup: LogGroup;

  constructor(scope: Construct, id: string, props: TaskFunctionProps) {
    super(scope, id);
    const { task, network, unscoped } = props;
    this.task = task;
    const functionName = `${Stack.of(this).stackName}-${task.name}`;
    this.access = new ServiceRole(this, 'Access', {
      service: 'lambda.amazonaws.com',
      purpose: `Headroom: permissions of ${task.name}`,
    });
    this.logGroup = new LogGroup(this, 'Log', {
      logGroupName: `/aws/lambda/${functionName}`,
      retention: RetentionDays.THREE_MONTHS,
      encryptionKey: props.key,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.lambda = new LambdaFunction(this, 'Function', {
      functionName,
      description: `Headroom: ${task.name}`,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      code: Code.fromAsset(props.bundles),
      handler: `${task.name}/index.handler`,
      memorySize: task.memoryMb,
      timeout: Duration.seconds(task.timeoutSeconds),
      ...(props.copies === undefined ? {} : { reservedConcurrentExecutions: props.copies }),
      role: this.access.role,
      logGroup: this.logGroup,
      deadLetterQueue: props.deadLetters,
      tracing: Tracing.ACTIVE,
    });
    if (network !== undefined) (this.lambda.node.defaultChild as CfnFunction).vpcConfig = network;
    this.access.allow(['logs:CreateLogStream', 'logs:PutLogEvents'], [this.logGroup.logGroupArn]);
    this.access.allow(['sqs:SendMessage'], [props.deadLetters.queueArn]);
    this.access.share(unscoped.tracing);
    if (unscoped.network !== undefined) this.access.share(unscoped.network);
    this.lambda.node.addDependency(this.access.complete);
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
