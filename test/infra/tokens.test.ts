import { describe, expect, it } from 'vitest';
import { environmentNames } from '../../lib/contract/environment.ts';
import { allTasks } from '../../lib/contract/tasks.ts';
import { flat } from './access/template.ts';
import { deployed, findings } from './deployed.ts';
import { roleTable } from './role-table.ts';

/** lib/infra/token-secrets.ts: several tokens, each with a secret and a rotation of its own. */

const one = deployed();
const three = deployed({ tokens: 3 });
const idsOf = (type: string) => three.of(type).map(([id]) => id);
const secrets = idsOf('AWS::SecretsManager::Secret');

describe('a deployment with three tokens', () => {
  it('keeps every resource of the one with one token, and adds secrets under the same key', () => {
    const kept = (resources: typeof one.resources) => Object.keys(resources).filter((id) => !/CurrentVersion/.test(id));
    expect(kept(three.resources)).toEqual(expect.arrayContaining(kept(one.resources)));
    expect(secrets).toHaveLength(3);
    expect(idsOf('AWS::KMS::Key')).toEqual(one.of('AWS::KMS::Key').map(([id]) => id));
    const [first, second, third] = three.of('AWS::SecretsManager::Secret').map(([, properties]) => properties);
    expect(first).toEqual(one.of('AWS::SecretsManager::Secret')[0]?.[1]);
    for (const other of [second, third]) expect(other.KmsKeyId).toEqual(first.KmsKeyId);
    expect(findings(three.stack)).toEqual([]);
  });

  it('names all secrets, in order, in the variables of the functions, and permits each of them by its name', () => {
    const expected = secrets.map((id) => `<${id}>`).join(',');
    for (const [, { FunctionName, Environment }] of three.of('AWS::Lambda::Function')) {
      const environment: readonly string[] =
        allTasks.find(({ name }) => FunctionName === `headroom-${name}`)?.environment ?? [];
      for (const key of ['secret', 'rotatedSecret'] as const) {
        const value = Environment.Variables[environmentNames[key]];
        expect(value === undefined ? undefined : flat(value)).toBe(environment.includes(key) ? expected : undefined);
      }
    }
    const [first = '', second = '', third = ''] = secrets;
    const inOne = JSON.stringify(roleTable(one.resources));
    expect(inOne).toContain(`GetSecretValue on <${first}>"`);
    const inThree = inOne.replaceAll(
      `<${first}>`,
      [first, second, third]
        .map((id) => `<${id}>`)
        .sort()
        .join(', '),
    );
    expect(JSON.stringify(roleTable(three.resources))).toBe(inThree);
  });

  it('lets only the functions read each of them, and rotates each', () => {
    const policies = three.of('AWS::SecretsManager::ResourcePolicy').map(([, properties]) => properties);
    expect(policies.map(({ SecretId }) => flat(SecretId))).toEqual(secrets.map((id) => `<${id}>`));
    const [first, ...others] = policies.map(({ ResourcePolicy }) => ResourcePolicy);
    for (const other of others) expect(other).toEqual(first);
    const rotations = three.of('AWS::SecretsManager::RotationSchedule').map(([, properties]) => properties);
    expect(rotations.map(({ SecretId }) => flat(SecretId))).toEqual(secrets.map((id) => `<${id}>`));
    const rotators = three
      .of('AWS::Lambda::Permission')
      .filter(([, { Principal }]) => Principal === 'secretsmanager.amazonaws.com');
    expect(rotators.map(([, { SourceArn }]) => flat(SourceArn))).toEqual(secrets.map((id) => `<${id}>`));
  });

  it('says in its outputs where each token is stored, and watches all secrets for deletion', () => {
    const { outputs } = three;
    expect(['SecretArn', 'SecretArn2', 'SecretArn3'].map((name) => flat(outputs[name]))).toEqual(
      secrets.map((id) => `<${id}>`),
    );
    expect(Object.keys(one.outputs).filter((name) => name.startsWith('SecretArn'))).toEqual(['SecretArn']);
    const rules = JSON.stringify(three.of('AWS::Events::Rule').filter(([id]) => id.includes('KeyWatch')));
    for (const id of secrets) expect(rules).toContain(id);
  });

  it('runs as many surveys at one time as the calls of all tokens keep busy, and as many copies', () => {
    const settings = { callsPerMinute: 500, reserveConcurrency: true };
    const text = (tokens: number) =>
      JSON.stringify(deployed({ ...settings, tokens }).of('AWS::StepFunctions::StateMachine'));
    expect(text(1)).toContain('\\"MaxConcurrency\\": 2');
    expect(text(2)).toContain('\\"MaxConcurrency\\": 3');
    const copies = (tokens: number) =>
      deployed({ ...settings, tokens })
        .of('AWS::Lambda::Function')
        .find(([, { FunctionName }]) => FunctionName === 'headroom-survey')?.[1].ReservedConcurrentExecutions;
    expect([copies(1), copies(2)]).toEqual([5, 7]);
  });

  it('reads as much in a pass as the calls of all tokens allow', () => {
    const readsOf = ({ of }: typeof one) =>
      of('AWS::Scheduler::Schedule')
        .map(([, { Target }]) => JSON.parse(flat(Target.Input)).reads)
        .filter((reads) => reads !== undefined);
    const [once, thrice] = [readsOf(one), readsOf(three)];
    expect(once.length).toBe(2);
    expect(thrice.map((reads, index) => reads / once[index])).toEqual([expect.closeTo(3, 2), expect.closeTo(3, 2)]);
  });
});
