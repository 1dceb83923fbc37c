import type { Construct } from 'constructs';
import { parseSettings, type Settings } from '../contract/settings.ts';
import type { HeadroomProps, RoleOrArn } from './props.ts';

/** ARNs of roles for conditions of policies. */
export const arnsOf = (roles: readonly RoleOrArn[] | undefined): string[] | undefined =>
  roles?.map((role) => (typeof role === 'string' ? role : role.roleArn));

/** Settings of cdk.json that are none of the construct: among its settings they would count for nothing. */
const elsewhere = {
  schedules: 'put it beside settings',
  approvers: 'put it beside settings',
  policyWriters: 'put it beside settings',
  breakGlass: 'put it beside settings',
  terminationProtection: 'set it for the stack',
  account: 'set it as env of the stack',
  region: 'set it as env of the stack',
} as const;

const refuseElsewhere = (scope: Construct, settings: Readonly<Record<string, unknown>>): void => {
  for (const [name, remedy] of Object.entries(elsewhere))
    if (settings[name] !== undefined)
      throw new Error(`${scope.node.path}: settings.${name} has no effect there; ${remedy}`);
};

/** The settings of a construct. @throws Error that names each wrong setting */
export const settingsOf = (
  scope: Construct,
  { settings, schedules, approvers, policyWriters, breakGlass }: HeadroomProps,
): Settings => {
  refuseElsewhere(scope, { ...settings });
  const named = (roles: readonly RoleOrArn[] | undefined) => {
    const texts = roles?.filter((role) => typeof role === 'string');
    // Only CloudFormation knows the ARNs of roles in the app, so there is nothing to check. An empty list stays an error.
    return texts?.length === 0 && roles?.length !== 0 ? undefined : texts;
  };
  const roles = {
    approvers: named(approvers),
    policyWriters: named(policyWriters),
    breakGlass: named(breakGlass),
  };
  const all = { ...settings, schedules, ...roles };
  return parseSettings(all, { source: scope.node.path, prefix: '' });
};
