import { describe, expect, it } from 'vitest';
import { deploymentVariable, environmentNames } from '../../lib/contract/environment.ts';
import { tasks } from '../../lib/contract/tasks.ts';
import { flat, listed } from './access/template.ts';
import { deployed, findings } from './deployed.ts';

/** What holds for the channels of notices, once they are chosen. */
export const channelSentences = () =>
  describe('the channels of notices', () => {
    const chosen = () => deployed({ channels: true, enabled: true });
    const plain = () => deployed();

    it('cost nothing in a deployment that does not want them', () => {
      expect(plain().of('AWS::SecretsManager::Secret')).toHaveLength(1);
      expect(chosen().of('AWS::SecretsManager::Secret')).toHaveLength(2);
      const alarms = (one: ReturnType<typeof chosen>) => one.of('AWS::CloudWatch::Alarm').length;
      expect(alarms(chosen()) - alarms(plain())).toBe(0);
    });

    it('break no rule', () => {
      expect(findings(chosen().stack)).toEqual([]);
    });

    it('are served by their task, with the variables of its contract', () => {
      const [deliver] = chosen()
        .of('AWS::Lambda::Function')
        .filter(([, { FunctionName }]) => FunctionName === 'headroom-deliver');
      expect(Object.keys(deliver?.[1].Environment.Variables).sort()).toEqual(
        [deploymentVariable, ...tasks.deliver.environment.map((key) => environmentNames[key])].sort(),
      );
    });

    it('have their addresses in a secret that a person fills, that only their task reads, and that stays', () => {
      const { of, resources } = chosen();
      const [id = '', secret] =
        of('AWS::SecretsManager::Secret').find(([, { Description }]) => /channels/.test(Description)) ?? [];
      expect(secret).not.toHaveProperty('GenerateSecretString');
      expect(secret).not.toHaveProperty('SecretString');
      expect(resources[id]?.DeletionPolicy).toBe('RetainExceptOnCreate');
      const [, policy] =
        of('AWS::SecretsManager::ResourcePolicy').find(([, { SecretId }]) => flat(SecretId) === `<${id}>`) ?? [];
      const denied = policy?.ResourcePolicy.Statement.find(({ Effect }: { Effect: string }) => Effect === 'Deny');
      expect(denied).toMatchObject({ Action: 'secretsmanager:GetSecretValue', Principal: { AWS: '*' } });
      expect(listed(denied.Condition.ArnNotEquals['aws:PrincipalArn'])).toEqual([
        expect.stringMatching(/^<FunctionsdeliverAccessRole/),
      ]);
    });

    it('are served when a run has written a notice, and every five minutes while the deployment is enabled', () => {
      const { of } = chosen();
      const rules = of('AWS::Events::Rule').filter(([, { EventPattern }]) =>
        EventPattern?.['detail-type']?.includes('Notice'),
      );
      const targets = rules.flatMap(([, { Targets }]) => Targets);
      const ofTask = targets.filter(({ Arn }) => /^<Functionsdeliver/.test(flat(Arn)));
      expect(ofTask).toMatchObject([{ Input: '{}', DeadLetterConfig: { Arn: expect.anything() } }]);
      const schedule = (settings: object) =>
        deployed(settings)
          .of('AWS::Scheduler::Schedule')
          .map(([, { ScheduleExpression, State }]) => `${ScheduleExpression} ${State}`)
          .filter((text) => text.startsWith('rate(5 minutes)'));
      expect(schedule({ channels: true, enabled: true })).toEqual(['rate(5 minutes) ENABLED']);
      expect(schedule({ channels: true })).toEqual(['rate(5 minutes) DISABLED']);
    });
  });
