import { describe, expect, it } from 'vitest';
import { unscopedActions } from '../../lib/infra/unscoped.ts';
import { listed } from './access/template.ts';
import { acknowledged, deployed, everythingChosen, findings } from './deployed.ts';
import { roleTable } from './role-table.ts';

/** What roles may do, and the packs of rules over the whole stack. */
export const grantedSentences = (): void => {
  const { stack, resources, of } = deployed();

  describe('permissions', () => {
    it('are those of the golden table', async () => {
      const table = `${JSON.stringify(roleTable(resources), null, 2)}\n`;
      await expect(table).toMatchFileSnapshot('./roles.golden.json');
    });

    it('name no action by wildcard, and as resources only the few that have to', () => {
      const statements = of('AWS::IAM::ManagedPolicy').flatMap(([, { PolicyDocument }]) => PolicyDocument.Statement);
      const actions = statements.flatMap(({ Action }) => listed(Action));
      expect(actions.filter((action) => action.includes('*'))).toEqual([]);
      const wild = statements.filter(({ Resource }) => listed(Resource).some((arn) => /[*?]/.test(arn)));
      expect(new Set(wild.flatMap(({ Action }) => listed(Action)))).toEqual(
        new Set([
          ...unscopedActions.logDelivery,
          // Map runs of one workflow, whose names are unknown in advance.
          'states:DescribeExecution',
          'states:StopExecution',
          'states:RedriveExecution',
          // Versions of one function, of which a run in progress calls the one that it began with.
          'lambda:InvokeFunction',
          // Objects below a prefix of the store, which a test limits to the areas of the task's contract.
          's3:GetObject',
          's3:DeleteObject',
        ]),
      );
    });

    it('stand in policies of their own, never in roles', () => {
      expect(of('AWS::IAM::Policy')).toEqual([]);
      for (const [, role] of of('AWS::IAM::Role')) {
        expect([role.Policies, role.ManagedPolicyArns]).toEqual([undefined, undefined]);
      }
    });

    it('to write the policy document are given to no function', () => {
      const written = of('AWS::S3::BucketPolicy')
        .flatMap(([, { PolicyDocument }]) => PolicyDocument.Statement)
        .filter(({ Effect, Principal }) => Effect === 'Allow' && Principal.AWS !== undefined)
        .filter(({ Action }) => listed(Action).includes('s3:PutObject'))
        .flatMap(({ Resource }) => listed(Resource));
      expect(written.length).toBeGreaterThan(0);
      expect(written.filter((arn) => arn.endsWith('/policy.yaml') || arn.endsWith('>/*'))).toEqual([]);
    });

    it.each([
      ['as it comes', {}],
      ['with everything that can be chosen', everythingChosen],
      ['of a known account and region', { ...everythingChosen, account: '111122223333', region: 'eu-west-1' }],
      ['with a locked audit and no rotation', { auditLockDays: 400, rotationDays: null }],
    ])('and all else pass the three packs of rules, %s', (_, settings) => {
      expect(findings(deployed(settings).stack)).toEqual([]);
    });

    it('needed findings acknowledged for at most eleven reasons, each beside its resource', () => {
      const all = acknowledged(stack);
      expect(new Set(all.map(({ reason }) => reason)).size).toBeLessThanOrEqual(11);
      for (const { at, reason } of all) {
        expect(['headroom', 'headroom/Default']).not.toContain(at);
        expect(reason.length).toBeGreaterThan(40);
      }
    });
  });
};
