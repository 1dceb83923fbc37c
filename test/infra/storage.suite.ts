import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { allTasks } from '../../lib/contract/tasks.ts';
import { version } from '../../lib/contract/version.ts';
import { flat, listed, type Resource } from './access/template.ts';
import { type Deployed, deployed, findings, stackOf } from './deployed.ts';

type Statement = Resource['Properties'];

const bucketStatements = ({ of }: Deployed): Statement[] =>
  of('AWS::S3::BucketPolicy')
    .filter(([id]) => id.startsWith('StorageBucketPolicy'))
    .flatMap(([, { PolicyDocument }]) => PolicyDocument.Statement);

/** Denied actions on audit files, with their conditions. */
const deniedOnAudit = (deployment: Deployed): string[] =>
  bucketStatements(deployment)
    .filter(({ Effect, Resource: on }) => Effect === 'Deny' && listed(on).every((arn) => arn.endsWith('/audit/*')))
    .map(({ Action, Condition, Principal }) => {
      expect(Principal).toEqual({ AWS: '*' });
      return `${listed(Action).join(', ')} ${JSON.stringify(Condition ?? {})}`;
    });

/** One file for each released version, which never changes: what its stack had that no later one may replace. */
const releasedFolder = join(import.meta.dirname, 'released');
const released = readdirSync(releasedFolder);

/** Properties whose change makes CloudFormation create another resource. */
const replacing = [
  'BucketName',
  'ObjectLockEnabled',
  'Name',
  'KeySpec',
  'KeyUsage',
  'MultiRegion',
  'SecretId',
  'Bucket',
];

/** What cannot be made anew. */
const kept = [
  'AWS::S3::Bucket',
  'AWS::S3::BucketPolicy',
  'AWS::KMS::Key',
  'AWS::SecretsManager::Secret',
  'AWS::SecretsManager::ResourcePolicy',
];

const irreplaceableIn = ({ resources }: Deployed): object =>
  Object.fromEntries(
    Object.entries(resources)
      .filter(([, { Type }]) => kept.includes(Type))
      .map(([id, { Type, Properties }]) => {
        const fixed = Object.entries(Properties).filter(([name]) => replacing.includes(name));
        return [id, { Type, ...Object.fromEntries(fixed) }];
      }),
  );

/** lib/infra/store/storage.ts, lib/infra/stack-secret.ts and lib/infra/headroom.ts: resources that survive mistakes. */
export const safetySentences = (): void => {
  const asItComes = deployed();

  describe('irreplaceable data', () => {
    it.each(kept)('stays when the stack is removed, and goes with a first deployment that fails: %s', (type) => {
      const policies = Object.values(asItComes.resources)
        .filter(({ Type }) => Type === type)
        .map(({ DeletionPolicy }) => DeletionPolicy);
      expect(policies.length).toBeGreaterThan(0);
      expect(new Set(policies)).toEqual(new Set(['RetainExceptOnCreate']));
    });

    it('is not removed by mistake: CloudFormation refuses to delete the stack, unless a setting says otherwise', () => {
      expect(asItComes.stack.terminationProtection).toBe(true);
      expect(stackOf({ terminationProtection: false }).terminationProtection).toBe(false);
    });
  });

  describe('an update from a released version', () => {
    it.each(released)(
      'keeps every irreplaceable resource of %s: its id, its type, and what a change of would replace it',
      (name) => {
        expect(irreplaceableIn(asItComes)).toMatchObject(JSON.parse(readFileSync(join(releasedFolder, name), 'utf8')));
      },
    );

    it('is looked at for the present version too', () => {
      expect(released).toContain(`${version}.json`);
    });
  });

  describe('the files of the audit', () => {
    const never = ['s3:DeleteObject, s3:DeleteObjectVersion {}', 's3:PutObject {"Null":{"s3:if-none-match":"true"}}'];

    it('are created once, never replaced and never deleted, by anyone', () => {
      expect(deniedOnAudit(asItComes)).toEqual(never);
    });

    it('can be locked at any time: the bucket is made for it', () => {
      const [[, bucket] = ['', {}]] = asItComes.of('AWS::S3::Bucket').filter(([id]) => id.startsWith('StorageBucket'));
      expect([bucket.ObjectLockEnabled, bucket.VersioningConfiguration]).toEqual([true, { Status: 'Enabled' }]);
      // A default lock would also lock the objects that runs write and remove every hour.
      expect(bucket.ObjectLockConfiguration).toBeUndefined();
    });

    it('require the configured lock period if the setting is present', () => {
      const locked = deployed({ auditLockDays: 400, rotationDays: null });
      expect(deniedOnAudit(locked)).toEqual([
        ...never,
        's3:PutObject {"StringNotEquals":{"s3:object-lock-mode":"COMPLIANCE"}}',
        's3:PutObject {"NumericLessThan":{"s3:object-lock-remaining-retention-days":399}}',
      ]);
      const lockers = bucketStatements(locked).filter(({ Action }) => listed(Action).includes('s3:PutObjectRetention'));
      expect(lockers.flatMap(({ Resource: on }) => listed(on)).every((arn) => arn.endsWith('/audit/*'))).toBe(true);
      const who = lockers.flatMap(({ Principal }) => listed(Principal.AWS)).sort();
      expect(who).toEqual([expect.stringMatching(/^<Functionsplan/), expect.stringMatching(/^<Functionsreport/)]);
      const lockingTasks = locked
        .of('AWS::Lambda::Function')
        .filter(([, { Environment }]) => Environment.Variables.HEADROOM_AUDIT_LOCK_DAYS === '400')
        .map(([, { FunctionName }]) => FunctionName);
      expect(lockingTasks.sort()).toEqual(['headroom-plan', 'headroom-report']);
    });

    it('carry no lock without the setting', () => {
      expect(JSON.stringify(bucketStatements(asItComes))).not.toContain('PutObjectRetention');
      for (const [, { FunctionName, Environment }] of asItComes.of('AWS::Lambda::Function')) {
        const days = Environment.Variables.HEADROOM_AUDIT_LOCK_DAYS;
        expect(days).toBe(/-(plan|report)$/.test(FunctionName) ? '0' : undefined);
      }
    });
  });

  describe('approvals, the policy and the mode', () => {
    const approver = 'arn:aws:iam::111122223333:role/approver';
    const writer = 'arn:aws:iam::111122223333:role/policy-writer';
    const named = deployed({ approvers: approver, policyWriters: [writer] });
    const plain = (text: string) => text.replaceAll(/<([A-Za-z]+?)[0-9A-F]{8}(\.\w+)?>/g, '<$1$2>');

    /** Whom a denial leaves out, by the kinds of change and the objects that it protects. */
    const exceptions = (deployment: Deployed): [string, string[]][] =>
      bucketStatements(deployment)
        .filter(({ Effect, Condition }) => Effect === 'Deny' && Condition?.ArnNotEquals !== undefined)
        .map(({ Action, Principal, Resource: on, NotResource: notOn, Condition }) => {
          expect(Principal).toEqual({ AWS: '*' });
          const kinds = ['Put', 'Delete'].filter((kind) => listed(Action).includes(`s3:${kind}Object`));
          const keys = listed(on ?? notOn)
            .map((arn) => arn.slice(arn.indexOf('/') + 1))
            .sort();
          const roles = listed(Condition.ArnNotEquals['aws:PrincipalArn']).map(plain).sort();
          return [`${kinds.join(' and ')} ${on === undefined ? 'all but ' : ''}${keys.join(', ')}`, roles];
        });

    it('are changed by the named roles alone, and everything else by the functions that record it', () => {
      const everyFunction = allTasks
        .filter(({ store, name }) => store !== null && name !== 'deliver')
        .map(({ name }) => `<Functions${name.replaceAll('-', '')}AccessRole.Arn>`);
      const approvals = 'approvals/*';
      const policies = 'calendars/*, grants.json, mode.json, policy-versions/*, policy.yaml';
      expect(exceptions(named)).toEqual([
        [`Put and Delete ${approvals}`, [approver]],
        [`Put and Delete ${policies}`, [writer]],
        [`Put and Delete all but ${approvals}, ${policies}`, everyFunction.sort()],
      ]);
    });

    it('make a run request no approval, once approvers are named', () => {
      const rules = (deployment: Deployed) =>
        deployment
          .of('AWS::Lambda::Function')
          .map(([, { Environment }]) => Environment.Variables.HEADROOM_APPROVAL_RULE)
          .filter((rule) => rule !== undefined);
      expect([rules(asItComes), rules(named)]).toEqual([
        ['request', 'request'],
        ['stored', 'stored'],
      ]);
    });

    it('are restricted for no one without the settings, and break no rule with them', () => {
      expect(exceptions(asItComes)).toEqual([]);
      expect(findings(named.stack)).toEqual([]);
    });

    it('refuses what is no role', () => {
      expect(() => stackOf({ approvers: 'arn:aws:sts::111122223333:assumed-role/approver/me' })).toThrow(
        'headroom.approvers.0: is not the ARN of a role or user',
      );
      expect(() => stackOf({ policyWriters: [] })).toThrow('names no role');
    });
  });

  describe('the rotation of the token', () => {
    it('comes every 30 days, and never because of a deployment', () => {
      expect(asItComes.of('AWS::SecretsManager::RotationSchedule').map(([, schedule]) => schedule)).toMatchObject([
        { RotationRules: { AutomaticallyAfterDays: 30 }, RotateImmediatelyOnUpdate: false },
      ]);
    });

    it('has no schedule where the setting is null; the function for it stays ready', () => {
      const byHand = deployed({ auditLockDays: 400, rotationDays: null });
      expect(byHand.of('AWS::SecretsManager::RotationSchedule')).toEqual([]);
      const principals = byHand.of('AWS::Lambda::Permission').map(([, { Principal }]) => flat(Principal));
      expect(principals).toContain('secretsmanager.amazonaws.com');
    });
  });
};
