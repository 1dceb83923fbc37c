import { ArnFormat, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { CfnFunction } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import { DefinitionBody, LogLevel, StateMachine, StateMachineType } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import type { WorkflowName } from '../contract/task-contract.ts';
import { definitionText } from '../workflow/definitions.ts';
import type { TaskFunction } from './functions/bundled-function.ts';
import { ServiceRole } from './service-role.ts';
import { shown, type Unscoped, untraced } from './unscoped.ts';

interface WorkflowProps {
  /** Which definition of lib/workflow; also the machine's name behind the stack's. */
  readonly definition: WorkflowName;
  /** Platform calls a minute, of all tokens together. */
  readonly calls: number;
  /** Functions for the definition's placeholders. */
  readonly functions: readonly TaskFunction[];
  /** Encrypts the log. */
  readonly key: IKey;
  readonly logRetention: RetentionDays;
  /** Permissions without resources. */
  readonly unscoped: Unscoped;
}

/** A state machine with a definition of lib/workflow, the same that runs locally; its log holds states, never their data. */
export class Workflow extends Construct {
  readonly machine: StateMachine;
  readonly machineName: string;
  readonly access: ServiceRole;
  readonly logGroup: LogGroup;

  constructor(scope: Construct, id: string, props: WorkflowProps) {
    super(scope, id);
    const stack = Stack.of(this);
    this.machineName = `${stack.stackName}-${props.definition}`;
    this.access = new ServiceRole(this, 'Access', {
      service: 'states.amazonaws.com',
      purpose: `Headroom: permissions of the workflow ${props.definition}`,
    });
    this.logGroup = new LogGroup(this, 'Log', {
      // With this name prefix log delivery needs no entry in a resource policy of limited size.
      logGroupName: `/aws/vendedlogs/states/${this.machineName}`,
      retention: props.logRetention,
      encryptionKey: props.key,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.machine = new StateMachine(this, 'Machine', {
      stateMachineName: this.machineName,
      stateMachineType: StateMachineType.STANDARD,
      definitionBody: DefinitionBody.fromString(definitionText(props.definition, props.calls)),
      definitionSubstitutions: Object.fromEntries(
        props.functions.map(({ task, lambda }) => [task.name, lambda.currentVersion.functionArn]),
      ),
      role: this.access.role,
      logs: { destination: this.logGroup, level: LogLevel.ALL, includeExecutionData: false },
    });
    for (const id of ['AwsSolutions-SF2', 'Serverless-StepFunctionStateMachineXray'])
      Validations.of(this).acknowledge({ id, reason: untraced });
    this.grantVersions(props.functions);
    this.access.share(props.unscoped.logDelivery);
    this.machine.node.addDependency(this.access.complete);
  }

  /**
   * An execution keeps the definition that it began with, and the definition names a version of each function: a run goes on
   * with the code that it began with, whatever is deployed meanwhile. So the role may call every version.
   */
  private grantVersions(functions: readonly TaskFunction[]): void {
    const arns = functions.map(({ lambda }) => `${lambda.functionArn}:*`);
    this.access.allow(['lambda:InvokeFunction'], arns);
    for (const { lambda } of functions) {
      const id = Stack.of(this).getLogicalId(lambda.node.defaultChild as CfnFunction);
      Validations.of(this).acknowledge({
        id: `AwsSolutions-IAM5[Resource::<${id}.Arn>:*]`,
        reason: 'Versions of this one function, whose numbers are unknown before they are published.',
      });
    }
  }

  /** Lets the machine run distributed maps, whose children are executions of the machine itself. */
  grantMapRuns(): void {
    const stack = Stack.of(this);
    const arn = (resource: string, resourceName: string) =>
      stack.formatArn({ service: 'states', resource, resourceName, arnFormat: ArnFormat.COLON_RESOURCE_NAME });
    // `?` is the colon before an execution, or the slash before the children of a map run.
    const executions = arn('execution', `${this.machineName}?*`);
    this.access.allow(['states:StartExecution'], [arn('stateMachine', this.machineName)]);
    this.access.allow(['states:DescribeExecution', 'states:StopExecution', 'states:RedriveExecution'], [executions]);
    const regionAndAccount = [shown(stack.region, 'Region'), shown(stack.account, 'AccountId')].join(':');
    Validations.of(this).acknowledge({
      id: `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:states:${regionAndAccount}:execution:${this.machineName}?*]`,
      reason: 'Executions of this one workflow, whose names are unknown before they start.',
    });
  }

  /** Lets a task start an execution of the machine. */
  grantStart(to: TaskFunction): void {
    to.access.allow(['states:StartExecution'], [this.machine.stateMachineArn]);
    to.setEnvironment('retirement', this.machine.stateMachineArn);
  }
}
