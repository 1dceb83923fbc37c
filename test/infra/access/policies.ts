import type { Statement } from './evaluate.ts';
import { flat, listed, type Resource, type Resources } from './template.ts';

/** Statements of a document. One that only the deployment decides may permit or deny anything, and the evaluator says so. */
export const statementsIn = (document: unknown): Statement[] => {
  if (document === undefined) return [];
  const { Statement = document as object } = document as { readonly Statement?: object | object[] };
  return [Statement].flat().flatMap((one) => {
    if ('Effect' in one) return [one as Statement];
    return (['Allow', 'Deny'] as const).map((Effect) => ({ Effect, Action: '*', Resource: '*', ...one }));
  });
};

const resourcesOf = (resources: Resources, ...types: readonly string[]): [string, Resource][] =>
  Object.entries(resources).filter(([, { Type }]) => types.includes(Type));

/** Members of policies and of principals that attach the one to the other, by the type of the principal. */
const attached = { 'AWS::IAM::Role': 'Roles', 'AWS::IAM::User': 'Users', 'AWS::IAM::Group': 'Groups' } as const;

/** A policy for several principals, or for one. */
const policyTypes = ['ManagedPolicy', 'Policy', 'RolePolicy', 'UserPolicy', 'GroupPolicy'].map(
  (type) => `AWS::IAM::${type}`,
);

export const principalTypes = Object.keys(attached) as readonly (keyof typeof attached)[];

/** Managed policies that a principal names, each as one line. */
const named = (principal: Resource | undefined): string[] => listed(principal?.Properties.ManagedPolicyArns ?? []);

/** Statements of the policies of a role, user or group of the template, by its logical id. */
export const policiesOf = (resources: Resources, id: string): Statement[] => {
  const principal = resources[id];
  const member = attached[principal?.Type as keyof typeof attached];
  if (member === undefined) return [];
  const own = (principal?.Properties.Policies ?? []) as { readonly PolicyDocument: unknown }[];
  const apart = resourcesOf(resources, ...policyTypes).filter(
    ([policy, { Properties }]) =>
      listed(Properties[member] ?? Properties[`${member.slice(0, -1)}Name`] ?? []).includes(`<${id}>`) ||
      named(principal).includes(`<${policy}>`),
  );
  return [...own, ...apart.map(([, { Properties }]) => Properties)].flatMap(({ PolicyDocument }) =>
    statementsIn(PolicyDocument),
  );
};

/** Managed policies of a principal that the template does not contain. */
export const foreignPoliciesOf = (resources: Resources, id: string): string[] =>
  named(resources[id]).filter((arn) => resources[arn.slice(1, -1)]?.Type !== 'AWS::IAM::ManagedPolicy');

const policyOn =
  (type: string, member: string) =>
  (resources: Resources, id: string): Statement[] =>
    resourcesOf(resources, type)
      .filter(([, { Properties }]) => flat(Properties[member]) === `<${id}>`)
      .flatMap(([, { Properties }]) => statementsIn(Properties.PolicyDocument ?? Properties.ResourcePolicy));

/** Statements of the policy of a bucket of the template, by its logical id. */
export const policyOfBucket = policyOn('AWS::S3::BucketPolicy', 'Bucket');

/** Statements of the policy of a secret of the template, by its logical id. */
export const policyOfSecret = policyOn('AWS::SecretsManager::ResourcePolicy', 'SecretId');

/** Statements of the policy of a key of the template, by its logical id. */
export const policyOfKey = (resources: Resources, id: string): Statement[] =>
  statementsIn(resources[id]?.Properties.KeyPolicy);
