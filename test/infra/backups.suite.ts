import { describe, expect, it } from 'vitest';
import { isPermitted } from './access/attempts.ts';
import { policiesOf, policyOfBucket } from './access/policies.ts';
import { flat, listed } from './access/template.ts';
import { type Deployed, deployed, findings } from './deployed.ts';

const bucketOf = ({ of }: Deployed): string =>
  of('AWS::S3::Bucket').find(([id]) => id.startsWith('BackupsBucket'))?.[0] ?? '';
const roleOf = ({ of }: Deployed): string =>
  of('AWS::IAM::Role').find(([id]) => id.startsWith('Functionsbackup'))?.[0] ?? '';

/** lib/infra/store/backup-store.ts: where the stack keeps copies of its store. */
export const backupSentences = () =>
  describe('the backups of the store', () => {
    const asItComes = () => deployed();
    const elsewhere = () => deployed({ backup: 'archive-of-the-company', enabled: true });
    const none = () => deployed({ backup: false });

    it('are in a bucket of their own, by another key, versioned and locked, whose objects end after five weeks', () => {
      const { resources } = asItComes();
      const { Properties } = resources[bucketOf(asItComes())] ?? { Properties: {} };
      const [rule] = Properties.BucketEncryption.ServerSideEncryptionConfiguration;
      expect(rule.ServerSideEncryptionByDefault).toEqual({ SSEAlgorithm: 'aws:kms' });
      expect(Properties.VersioningConfiguration).toEqual({ Status: 'Enabled' });
      expect(Properties.ObjectLockConfiguration.Rule.DefaultRetention).toEqual({ Mode: 'GOVERNANCE', Days: 35 });
      expect(Properties.LifecycleConfiguration.Rules[0]).toMatchObject({ ExpirationInDays: 35 });
    });

    it('are added by one function, which deletes nothing anywhere, and by no one else', () => {
      const { resources } = asItComes();
      const [bucket, role] = [bucketOf(asItComes()), roleOf(asItComes())];
      const may = (caller: string, action: string, own: ReturnType<typeof policiesOf>) =>
        isPermitted(
          {
            caller,
            action,
            resource: `<${bucket}.Arn>/headroom/one.jsonl`,
            context: { 'aws:SecureTransport': 'true', 's3:TlsVersion': '1.3' },
          },
          own,
          policyOfBucket(resources, bucket),
        );
      const own = policiesOf(resources, role);
      expect(['s3:PutObject', 's3:GetObject'].map((action) => may(`<${role}.Arn>`, action, own))).toEqual([true, true]);
      expect(own.flatMap(({ Action }) => listed(Action)).filter((action) => /Delete|Bypass/.test(action))).toEqual([]);
      const everything = [{ Effect: 'Allow', Action: '*', Resource: '*' } as const];
      expect(may('arn:aws:iam::111122223333:role/admin', 's3:PutObject', everything)).toBe(false);
    });

    it('go into a bucket of another account or region where the setting names one, and the stack makes none', () => {
      const { resources, outputs, of } = elsewhere();
      expect(bucketOf(elsewhere())).toBe('');
      const statements = policiesOf(resources, roleOf(elsewhere()));
      const s3 = statements.filter(({ Resource }) =>
        listed(Resource).some((arn) => arn.includes('archive-of-the-company')),
      );
      expect(
        s3.flatMap(({ Action, Resource }) => listed(Action).map((action) => `${action} ${listed(Resource)}`)).sort(),
      ).toEqual([
        's3:GetObject arn:<AWS::Partition>:s3:::archive-of-the-company/headroom/*',
        expect.stringMatching(
          /^s3:ListBucket <StorageBucket\w+\.Arn>,arn:<AWS::Partition>:s3:::archive-of-the-company$/,
        ),
        's3:PutObject arn:<AWS::Partition>:s3:::archive-of-the-company/headroom/*',
      ]);
      expect(flat(outputs.BackupRoleArn)).toBe(`<${roleOf(elsewhere())}.Arn>`);
      const [, backup] =
        of('AWS::Lambda::Function').find(([, { FunctionName }]) => FunctionName === 'headroom-backup') ?? [];
      expect(flat(backup.Environment.Variables.HEADROOM_BACKUPS)).toBe('s3://archive-of-the-company/headroom');
      expect(findings(elsewhere().stack)).toEqual([]);
    });

    it('use the key of the named bucket by S3 in its region, to encrypt and to read back, and nothing else', () => {
      const backupKey = 'arn:aws:kms:eu-central-1:444455556666:key/0a1b2c3d-0000-4000-8000-0123456789ab';
      const withKey = deployed({ backup: 'archive-of-the-company', enabled: true, backupKey });
      const more = policiesOf(withKey.resources, roleOf(withKey)).filter(({ Resource }) =>
        listed(Resource).includes(backupKey),
      );
      expect(more).toEqual([
        {
          Effect: 'Allow',
          Action: ['kms:Decrypt', 'kms:GenerateDataKey'],
          Resource: backupKey,
          Condition: { StringEquals: { 'kms:ViaService': 's3.eu-central-1.amazonaws.com' } },
        },
      ]);
      expect(findings(withKey.stack)).toEqual([]);
      expect(JSON.stringify(elsewhere().resources)).not.toContain(backupKey);
      expect(() => deployed({ backupKey })).toThrow('backupKey: is for a bucket that backup names');
    });

    it('come every day, once schedules run', () => {
      const schedules = elsewhere()
        .of('AWS::Scheduler::Schedule')
        .filter(([id]) => id.includes('Backup'));
      expect(schedules.map(([, { State, ScheduleExpression }]) => [State, ScheduleExpression])).toEqual([
        ['ENABLED', 'cron(17 3 * * ? *)'],
      ]);
    });

    it('can be left out, with their function, schedule and alarm', () => {
      const named = JSON.stringify(none().resources).match(/backup-failed|headroom-backup|BackupsBucket/g);
      expect(named).toBeNull();
      expect(findings(none().stack)).toEqual([]);
    });
  });
