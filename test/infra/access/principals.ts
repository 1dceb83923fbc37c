import type { AccessRequest, Statement } from './evaluate.ts';
import { foreignPoliciesOf, policiesOf, principalTypes, statementsIn } from './policies.ts';
import { flat, listed, type Resource, type Resources } from './template.ts';

/** Who may make a request. */
export interface Principal {
  readonly name: string;
  readonly kind: 'function' | 'role' | 'user' | 'members of the group' | 'named' | 'service' | 'others' | 'anyone';
  readonly caller: Pick<AccessRequest, 'caller' | 'callerArn'>;
  /** Statements of its policies in the template; null for a principal whose policies are elsewhere. */
  readonly statements: readonly Statement[] | null;
  /** Policies of it that the template does not contain. */
  readonly foreign: readonly string[];
  /** What bounds its use: who assumes it, and its permissions boundary. */
  readonly limits: readonly string[];
}

/** Every permission that policies outside of the template could give. */
export const everything: readonly Statement[] = [{ Effect: 'Allow', Action: '*', Resource: '*' }];

const kinds = {
  'AWS::IAM::Role': 'role',
  'AWS::IAM::User': 'user',
  'AWS::IAM::Group': 'members of the group',
} as const;

/** The name of the function that a role is for. */
const functionOf = (resources: Resources, role: string): string | undefined => {
  const found = Object.entries(resources).find(
    ([, { Type, Properties }]) => Type === 'AWS::Lambda::Function' && flat(Properties.Role) === `<${role}.Arn>`,
  );
  return found && flat(found[1].Properties.FunctionName ?? found[0]);
};

const outside = (name: string, kind: Principal['kind']): Principal => ({
  name,
  kind,
  caller: { caller: name },
  // A service has no policies of its own, and policies of another account do not suffice.
  statements: kind === 'service' || kind === 'anyone' ? [] : null,
  foreign: [],
  limits: [],
});

/** Principals that the policies of resources name, as members or in conditions. */
const namedIn = (statements: readonly Statement[]): Principal[] => {
  const arns = statements.flatMap(({ Condition = {} }) =>
    Object.values(Condition).flatMap((keys) => listed(keys['aws:PrincipalArn'] ?? [])),
  );
  const members = statements.flatMap(({ Principal }) =>
    Object.entries(typeof Principal === 'object' ? Principal : {}).flatMap(([type, value]) =>
      listed(value).map((name) => [type === 'AWS' ? 'named' : 'service', name] as const),
    ),
  );
  const all = new Map([
    ...arns.map((name) => [name, 'named'] as const),
    ...members.map(([kind, name]) => [name, kind] as const),
  ]);
  return [...all].filter(([name]) => name !== '*').map(([name, kind]) => outside(name, kind));
};

const limitsOf = ({
  AssumeRolePolicyDocument: trust,
  PermissionsBoundary: boundary,
}: Resource['Properties']): string[] => {
  const assumed = namedIn(statementsIn(trust)).map(({ name }) => name);
  return [
    ...(assumed.length === 0 ? [] : [`assumed by ${assumed.join(', ')}`]),
    ...(boundary === undefined ? [] : [`within the permissions boundary ${flat(boundary)}`]),
  ];
};

const madeBy = (resources: Resources): Principal[] =>
  Object.entries(resources).flatMap(([id, { Type, Properties }]): Principal[] => {
    const type = principalTypes.find((one) => one === Type);
    if (type === undefined) return [];
    const ofFunction = functionOf(resources, id);
    const name = flat(Properties.RoleName ?? Properties.UserName ?? Properties.GroupName ?? `<${id}>`);
    return [
      {
        name: ofFunction ?? name.replace(/^<(\w+)>$/, '$1'),
        kind: ofFunction === undefined ? kinds[type] : 'function',
        caller: {
          caller: `<${id}.Arn>`,
          callerArn: `arn:<AWS::Partition>:iam::<AWS::AccountId>:${kinds[type].split(' ').at(-1)}/${name}`,
        },
        statements: policiesOf(resources, id),
        foreign: foreignPoliciesOf(resources, id),
        limits: limitsOf(Properties),
      },
    ];
  });

/** Whether a statement permits something to every account. */
const isOpen = ({ Effect, Principal }: Statement): boolean =>
  Effect === 'Allow' &&
  (Principal === '*' || (Principal !== undefined && Object.values(Principal).flatMap(listed).includes('*')));

/**
 * Everyone who may have access: what the template makes, what the policies of its resources name, and everyone else. The whole
 * account stands among everyone else.
 */
export const principalsOf = (resources: Resources, ofResources: readonly Statement[]): Principal[] => {
  const made = madeBy(resources);
  const arns = new Set(made.map(({ caller }) => caller.caller));
  const named = namedIn(ofResources).filter(({ name }) => !arns.has(name) && !/:<AWS::AccountId>:root$/.test(name));
  const anyone = ofResources.some(isOpen) ? [outside('every other account', 'anyone')] : [];
  return [...made, ...named, outside('every other principal of the account', 'others'), ...anyone];
};
