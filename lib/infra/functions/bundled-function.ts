import { Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Architecture, type CfnFunction, Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct, type IDependable } from 'constructs';
import { deploymentVariable, type EnvironmentKey, environmentNames } from '../../contract/environment.ts';
import type { TaskContract } from '../../contract/task-contract.ts';
import { ServiceRole } from '../service-role.ts';
import { type Unscoped, untraced } from '../unscoped.ts';

/** Subnets and security groups of the functions. */
export interface FunctionNetwork {
  readonly subnetIds: string[];
  readonly securityGroupIds: string[];
  /** What gives the subnets their way out; absent for subnets that exist. */
  readonly ready?: IDependable;
}

/** What all functions of a deployment share. */
export interface SharedFunctionProps {
  /** Folder of all bundles, as `bundleFunctions` fills it: the code of every function. */
  readonly bundles: string;
  /** Encrypts the logs. */
  readonly key: IKey;
  readonly logRetention: RetentionDays;
  /** Queue for asynchronous calls that failed on every try. */
  readonly deadLetters: IQueue;
  /** Permissions without resources. */
  readonly unscoped: Unscoped;
  /** Absent: Lambda's default network. */
  readonly network: FunctionNetwork | undefined;
}

interface BundledFunctionProps extends SharedFunctionProps {
  /** Folder of its bundle, and its name behind the stack's. */
  readonly name: string;
  readonly memoryMb: number;
  readonly timeoutSeconds: number;
  /** Copies that may run at one time; absent: as many as the account has room for. */
  readonly copies: number | undefined;
}

/** Acknowledges the rules about functions that the settings leave to the account. */
export const acknowledgeDefaults = (
  scope: Construct,
  { inNetwork, reserves }: { readonly inNetwork: boolean; readonly reserves: boolean },
): void => {
  Validations.of(scope).acknowledge({ id: 'Serverless-LambdaTracing', reason: untraced });
  if (!inNetwork) {
    Validations.of(scope).acknowledge({
      id: 'NIST.800.53.R5-LambdaInsideVPC',
      reason:
        'They call public addresses only and accept no connection; the setting `network`, or the property `vpc`, moves them into a VPC.',
    });
  }
  if (!reserves) {
    Validations.of(scope).acknowledge({
      id: 'NIST.800.53.R5-LambdaConcurrency',
      reason:
        'A new account has no concurrency to reserve (the setting `reserveConcurrency`); maps and schedules limit the copies.',
    });
  }
};

/** A Lambda function of the bundles, with its own role that initially has access to its log only. */
export class BundledFunction extends Construct {
  readonly lambda: LambdaFunction;
  readonly access: ServiceRole;
  readonly logGroup: LogGroup;

  constructor(scope: Construct, id: string, props: BundledFunctionProps) {
    super(scope, id);
    const { name, network, unscoped } = props;
    const { stackName } = Stack.of(this);
    const functionName = `${stackName}-${name}`;
    this.access = new ServiceRole(this, 'Access', {
      service: 'lambda.amazonaws.com',
      purpose: `Headroom: permissions of ${name}`,
    });
    this.logGroup = new LogGroup(this, 'Log', {
      logGroupName: `/aws/lambda/${functionName}`,
      retention: props.logRetention,
      encryptionKey: props.key,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.lambda = new LambdaFunction(this, 'Function', {
      functionName,
      description: `Headroom: ${name}`,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      code: Code.fromAsset(props.bundles),
      handler: `${name}/index.handler`,
      memorySize: props.memoryMb,
      timeout: Duration.seconds(props.timeoutSeconds),
      ...(props.copies === undefined ? {} : { reservedConcurrentExecutions: props.copies }),
      environment: { [deploymentVariable]: stackName },
      role: this.access.role,
      logGroup: this.logGroup,
      deadLetterQueue: props.deadLetters,
      // Runs in progress still call the versions before; the function takes all of them with it when it goes.
      currentVersionOptions: { removalPolicy: RemovalPolicy.RETAIN },
    });
    if (network !== undefined) this.enter(network);
    this.access.allow(['logs:CreateLogStream', 'logs:PutLogEvents'], [this.logGroup.logGroupArn]);
    this.access.allow(['sqs:SendMessage'], [props.deadLetters.queueArn]);
    if (unscoped.network !== undefined) this.access.share(unscoped.network);
    this.lambda.node.addDependency(this.access.complete);
  }

  private enter({ subnetIds, securityGroupIds, ready }: FunctionNetwork): void {
    (this.lambda.node.defaultChild as CfnFunction).vpcConfig = { subnetIds, securityGroupIds };
    if (ready !== undefined) this.lambda.node.addDependency(ready);
  }
}

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
