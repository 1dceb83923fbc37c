import { DescribeSecretCommand } from '@aws-sdk/client-secrets-manager';
import { createManagedSecret } from '../../../lib/aws/managed-secret.ts';
import { describeDeployment } from '../../../lib/aws/operator/deployment.ts';
import { createS3Store } from '../../../lib/aws/s3-store.ts';
import { awsStatus } from '../../../lib/cli/status/aws-status.ts';
import type { StatusLine } from '../../../lib/core/status/status.ts';
import type { Store } from '../../../lib/ports.ts';
import { keys } from '../../../lib/run/store/keys.ts';

import type { ReportObject } from '../../../lib/run/store/run-objects.ts';
import { createMemoryBucket } from '../../aws/memory-bucket.ts';
import { createMemorySecret, mockedSecretsManager } from '../../aws/memory-secret.ts';
import { mockedDeployment, outputs } from '../../aws/mocked-deployment.ts';
import { mockedS3 } from '../../aws/mocked-s3.ts';
import { aPlan, storeReport } from '../../run/stored.ts';
import { enableAll } from '../../workflow/scenarios.ts';

export const now = Date.parse('2026-03-02T09:00:00Z');
export const canary = 'canary-4f1e-token';

export const report = (given: Partial<ReportObject> = {}): ReportObject => ({
  runId: 'run-1',
  startedAt: '2026-03-02T08:00:00Z',
  endedAt: '2026-03-02T08:05:00Z',
  outcome: 'nothing',
  error: null,
  cause: null,
  plan: aPlan({ verdict: 'nothing', disks: { known: 1, unknown: 0, withoutAlert: 0, oldestDays: 0, nearlyFull: 0 } }),
  results: [],
  unread: [],
  ...given,
});

/** A healthy deployment with mocked clients of S3 and Secrets Manager. */
export const openDeployed = async () => {
  const { clients, mocks } = mockedDeployment(new Date('2026-03-02T08:00:00Z'));
  const secret = createMemorySecret(outputs.SecretArn);
  const manager = mockedSecretsManager(secret);
  const managed = createManagedSecret(manager.client, outputs.SecretArn);
  await managed.store('version-1-that-is-long-enough-for-one', { token: canary }, 'AWSCURRENT');
  manager.mock.on(DescribeSecretCommand).resolves({ NextRotationDate: new Date('2026-03-20T00:00:00Z') });
  const { client, mock: s3 } = mockedS3(createMemoryBucket());
  const store: Store = createS3Store(client, { bucket: outputs.BucketName, prefix: '' });
  await store.put(keys.policy, enableAll(200));
  await storeReport(store, report());
  const look = async (maxAgeHours?: number) => {
    const deployment = await describeDeployment(clients, 'headroom');
    const { lines, owner } = await awsStatus({ deployment, secret: managed, store }, now, maxAgeHours);
    return { lines, owner, line: (subject: StatusLine['subject']) => lines.find((one) => one.subject === subject) };
  };
  return { mocks, manager, s3, store, look };
};
