import { AnyPrincipal, Effect, PolicyStatement, type PolicyStatementProps } from 'aws-cdk-lib/aws-iam';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import { auditFiles } from '../../contract/store-keys.ts';

/**
 * Audit files are created once: no principal can replace or delete one, whatever its other permissions.
 * @param lockDays days for which each file must be locked; absent: only this policy protects it
 */
export const protectAudit = (bucket: Bucket, lockDays: number | undefined): void => {
  const deny = (actions: string[], conditions?: PolicyStatementProps['conditions']) =>
    bucket.addToResourcePolicy(
      new PolicyStatement({
        effect: Effect.DENY,
        principals: [new AnyPrincipal()],
        actions,
        resources: [bucket.arnForObjects(auditFiles)],
        conditions,
      }),
    );
  deny(['s3:DeleteObject', 's3:DeleteObjectVersion']);
  deny(['s3:PutObject'], { Null: { 's3:if-none-match': 'true' } });
  if (lockDays === undefined) return;
  // It also applies to requests without a lock, because a negated condition matches a missing key.
  deny(['s3:PutObject'], { StringNotEquals: { 's3:object-lock-mode': 'COMPLIANCE' } });
  // S3 counts whole days, and the first day has already begun.
  deny(['s3:PutObject'], { NumericLessThan: { 's3:object-lock-remaining-retention-days': lockDays - 1 } });
};
