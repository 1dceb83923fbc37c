import { SecurityGroup, SubnetType } from 'aws-cdk-lib/aws-ec2';
import { Construct } from 'constructs';
import { type EnvironmentKey, searchEngineVariable } from '../../contract/environment.ts';
import type { Settings } from '../../contract/settings.ts';
import type { TaskContract, TaskName } from '../../contract/task-contract.ts';
import { copiesOf } from '../../contract/tasks/copies.ts';
import { allTasks } from '../../contract/tasks.ts';
import type { HeadroomProps } from '../props.ts';
import {
  acknowledgeDefaults,
  type FunctionNetwork,
  type SharedFunctionProps,
  TaskFunction,
} from './bundled-function.ts';

interface FunctionsProps extends SharedFunctionProps {
  readonly settings: Settings;
  /** How a run is approved: by its request, or only by an approval in the store. */
  readonly approvalRule: 'request' | 'stored';
}

/** Grants a function a permission and sets the variable that belongs to it. */
type Reach = Readonly<Partial<Record<EnvironmentKey, (to: TaskFunction) => void>>>;

/** One function for each task of the contract. */
export class Functions extends Construct {
  readonly all: readonly TaskFunction[];
  private readonly byName: ReadonlyMap<TaskName, TaskFunction>;

  constructor(scope: Construct, id: string, props: FunctionsProps) {
    super(scope, id);
    const { channels } = props.settings;
    const wanted = allTasks.filter(({ name }) => channels || name !== 'deliver');
    this.all = wanted.map((task) => this.build(task, props));
    this.byName = new Map(this.all.map((made) => [made.task.name, made]));
    acknowledgeDefaults(this, { inNetwork: props.network !== undefined, reserves: props.settings.reserveConcurrency });
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

  private build(task: TaskContract, { settings, approvalRule, ...shared }: FunctionsProps): TaskFunction {
    const copies = settings.reserveConcurrency ? copiesOf(task, settings.callsPerMinute) : undefined;
    const taskFunction = new TaskFunction(this, task.name, { ...shared, task, copies });
    const values: Readonly<Partial<Record<EnvironmentKey, string>>> = {
      baseUrl: settings.baseUrl,
      organization: settings.organization,
      profile: settings.profile,
      searchEngine: searchEngineVariable(settings),
      callsPerMinute: String(settings.callsPerMinute),
      approvalRule,
    };
    for (const key of task.environment) {
      const value = values[key];
      if (value !== undefined) taskFunction.setEnvironment(key, value);
    }
    return taskFunction;
  }
}

/**
 * The network of the functions: existing ids of the settings, or a VPC of the app; undefined for Lambda's own.
 * @throws Error if both are named, or security groups without their VPC, or an empty list of them
 */
export const functionNetwork = (
  scope: Construct,
  { network }: Settings,
  { vpc, vpcSubnets, securityGroups }: HeadroomProps,
): FunctionNetwork | undefined => {
  if (vpc === undefined) {
    if (vpcSubnets === undefined && securityGroups === undefined) return network;
    throw new Error(`${scope.node.path}: vpcSubnets and securityGroups need vpc`);
  }
  if (network !== undefined) throw new Error(`${scope.node.path}: use either vpc or settings.network`);
  if (securityGroups?.length === 0)
    throw new Error(`${scope.node.path}: securityGroups names none; leave it out, or name at least one`);
  const subnets = vpc.selectSubnets(vpcSubnets ?? { subnetType: SubnetType.PRIVATE_WITH_EGRESS });
  const groups = securityGroups ?? [
    new SecurityGroup(scope, 'SecurityGroup', { vpc, description: 'Headroom: functions, which accept no connection' }),
  ];
  return {
    subnetIds: subnets.subnetIds,
    securityGroupIds: groups.map(({ securityGroupId }) => securityGroupId),
    ready: subnets.internetConnectivityEstablished,
  };
};
