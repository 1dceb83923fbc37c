import { SecurityGroup, SubnetType } from 'aws-cdk-lib/aws-ec2';
import type { Construct } from 'constructs';
import type { Settings } from '../../contract/settings.ts';
import type { HeadroomProps } from '../props.ts';
import type { FunctionNetwork } from './bundled-function.ts';

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
