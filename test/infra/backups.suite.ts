import { describe, expect, it } from 'vitest';
import { isPermitted } from './access/attempts.ts';
import { policiesOf, policyOfBucket } from './access/policies.ts';
import { flat, listed } from './access/template.ts';
import { deployed, everythingChosen, findings } from './deployed.ts';

/** lib/infra/store/backup.ts: where AWS Backup keeps copies of the store. */
export const backupSentences = () =>
  describe('the backups of the store', () => {
    const chosen = () => deployed(everythingChosen);
    const only = (type: string) => {
      const found = chosen().of(type);
      expect(found).toHaveLength(1);
      return found[0]?.[1];
    };
    const role = () =>
      chosen()
        .of('AWS::IAM::Role')
        .find(([id]) => id.startsWith('BackupAccess'))?.[0] ?? '';

    it('are made by AWS Backup, every day, of the bucket of the store, and end after five weeks', () => {
      const [rule, ...others] = only('AWS::Backup::BackupPlan').BackupPlan.BackupPlanRule;
      expect(others).toEqual([]);
      expect(rule).toMatchObject({ ScheduleExpression: 'cron(17 3 * * ? *)', Lifecycle: { DeleteAfterDays: 35 } });
      const { BackupSelection } = only('AWS::Backup::BackupSelection');
      const { outputs } = chosen();
      const bucket = flat(outputs.BucketName).slice(1, -1);
      expect(listed(BackupSelection.Resources)).toEqual([`<${bucket}.Arn>`]);
      expect(flat(BackupSelection.IamRoleArn)).toBe(`<${role()}.Arn>`);
    });

    it('are locked for as long, by another key than that of the store, and outlive the stack', () => {
      const [[id = '', vault] = []] = chosen().of('AWS::Backup::BackupVault');
      expect(vault).toMatchObject({ LockConfiguration: { MinRetentionDays: 35 } });
      expect(vault).not.toHaveProperty('EncryptionKeyArn');
      expect(chosen().resources[id]?.DeletionPolicy).toBe('RetainExceptOnCreate');
    });

    it('are read by a role that can change no object, and read no other bucket', () => {
      const { resources, outputs } = chosen();
      const bucket = flat(outputs.BucketName).slice(1, -1);
      const own = policiesOf(resources, role());
      const may = (action: string, of = bucket) =>
        isPermitted(
          {
            caller: `<${role()}.Arn>`,
            action,
            resource: `<${of}.Arn>/policy.yaml`,
            context: { 'aws:SecureTransport': 'true', 's3:TlsVersion': '1.3' },
          },
          own,
          policyOfBucket(resources, of),
        );
      expect(['s3:GetObject', 's3:GetObjectVersion'].map((action) => may(action))).toEqual([true, true]);
      expect(['s3:PutObject', 's3:DeleteObject', 's3:DeleteObjectVersion'].some((action) => may(action))).toBe(false);
      expect(may('s3:GetObject', 'Other')).toBe(false);
    });

    it('that fail or do not begin in time ring an alarm, and the mail says which job and why', () => {
      const [, rule] =
        chosen()
          .of('AWS::Events::Rule')
          .find(([id]) => id.startsWith('BackupFailed')) ?? [];
      expect(rule.EventPattern).toMatchObject({
        source: ['aws.backup'],
        detail: { state: ['FAILED', 'EXPIRED', 'ABORTED', 'PARTIAL'] },
      });
      expect(rule.Targets[0].InputTransformer.InputPathsMap).toMatchObject({
        'detail-statusMessage': '$.detail.statusMessage',
      });
      const names = chosen()
        .of('AWS::CloudWatch::Alarm')
        .map(([, { AlarmName }]) => AlarmName);
      expect(names).toContain('headroom-backup-failed');
    });

    it('are none where the setting does not ask for them, with no alarm', () => {
      expect(JSON.stringify(deployed().resources)).not.toMatch(/backup-failed|AWS::Backup/);
    });

    it('break no rule', () => {
      expect(findings(chosen().stack)).toEqual([]);
    });
  });
