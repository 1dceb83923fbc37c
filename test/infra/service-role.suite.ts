import { describe, expect, it } from 'vitest';
import { flat, listed, type Resource } from './access/template.ts';
import { deployed, everythingChosen } from './deployed.ts';

type Resources = Readonly<Record<string, Resource>>;

/** Logical ids in a part of a template. */
const namedIn = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, of]) => {
    if (key === 'Ref') return [String(of)];
    if (key === 'Fn::GetAtt') return [String(listed(of)[0])];
    if (key === 'Fn::Sub') return [...JSON.stringify(of).matchAll(/\$\{(\w+)/g)].map(([, id]) => id ?? '');
    return namedIn(of);
  });
};

/** All resources that exist before CloudFormation creates or updates a resource. */
const before = (resources: Resources, id: string, seen = new Set<string>()): Set<string> => {
  const resource = resources[id];
  if (resource === undefined) return seen;
  for (const next of [...listed(resource.DependsOn ?? []), ...namedIn(resource.Properties)]) {
    if (seen.has(next)) continue;
    seen.add(next);
    before(resources, next, seen);
  }
  return seen;
};

const policyTypes = ['AWS::IAM::ManagedPolicy', 'AWS::IAM::Policy'];

const policiesOf = (resources: Resources, role: string): string[] =>
  Object.entries(resources)
    .filter(([, { Type, Properties }]) => policyTypes.includes(Type) && listed(Properties.Roles).includes(`<${role}>`))
    .map(([id]) => id);

/** Each resource with a role, and that role. */
const underRole = (resources: Resources) =>
  Object.entries(resources).flatMap(([id, { Type, Properties = {} }]) => {
    const { Role, RoleArn, Target, Targets = [] } = Properties;
    const given = [Role, RoleArn, Target?.RoleArn, ...Targets.map((target: Resource['Properties']) => target.RoleArn)];
    const roles = given.map((one) => /^<(\w+)\.Arn>$/.exec(flat(one))?.[1]);
    return roles.flatMap((role) => (role === undefined ? [] : [{ id, Type, role }]));
  });

/** What starts by itself. */
const starters = new Set(['AWS::Pipes::Pipe', 'AWS::Scheduler::Schedule', 'AWS::SecretsManager::RotationSchedule']);

/** lib/infra/service-role.ts: resources wait for all policies of their role. */
export const roleSentences = (): void => {
  describe.each([
    ['as it comes', {}],
    ['with everything that can be chosen', everythingChosen],
  ])('every resource with a role, in the stack %s,', (_, settings) => {
    it('waits for every policy of that role, so that AWS never refuses it for a permission that is still to come', () => {
      const { resources } = deployed(settings);
      const users = underRole(resources);
      expect(new Set(users.map(({ Type }) => Type))).toEqual(
        new Set([
          'AWS::Lambda::Function',
          'AWS::StepFunctions::StateMachine',
          'AWS::Pipes::Pipe',
          'AWS::Scheduler::Schedule',
          'AWS::Events::Rule',
        ]),
      );
      const missing = users.flatMap(({ id, role }) => {
        const there = before(resources, id);
        const policies = policiesOf(resources, role);
        expect(policies.length).toBeGreaterThan(0);
        return policies.filter((policy) => !there.has(policy)).map((policy) => `${id} does not wait for ${policy}`);
      });
      expect(missing).toEqual([]);
    });
  });

  it('what starts by itself waits for the policy of the store, by which functions write it', () => {
    const { resources } = deployed(everythingChosen);
    const [policy = ''] = Object.entries(resources)
      .filter(([id, { Type }]) => Type === 'AWS::S3::BucketPolicy' && id.startsWith('StorageBucket'))
      .map(([id]) => id);
    expect(policy).not.toBe('');
    const early = Object.entries(resources)
      .filter(([id, { Type }]) => starters.has(Type) && !before(resources, id).has(policy))
      .map(([id]) => id);
    expect(early).toEqual([]);
  });

  it('a function in a network waits for what lets it make network interfaces', () => {
    const { resources, of } = deployed(everythingChosen);
    const network = Object.keys(resources).find((id) => id.startsWith('UnscopedNetwork')) ?? '';
    expect(resources[network]?.Type).toBe('AWS::IAM::ManagedPolicy');
    for (const [id] of of('AWS::Lambda::Function')) expect(before(resources, id)).toContain(network);
  });
};
