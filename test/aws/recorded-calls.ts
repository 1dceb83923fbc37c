import type { TaskName } from '../../lib/contract/task-contract.ts';
import type { WireRequest } from './aws-server.ts';

/**
 * Permissions that the built functions used when they ran (test/proof/aws/bundles.test.ts and rotation-bundle.test.ts compare), besides
 * those on objects of the store, which test/proof/workflow/store-access.test.ts records by key. `s3:ListBucket` is also the
 * permission to hear that an object is missing.
 */
export const recordedCalls: Readonly<Record<TaskName, readonly string[]>> = {
  discover: ['s3:ListBucket', 'secretsmanager:GetSecretValue'],
  survey: ['events:PutEvents', 's3:ListBucket', 'secretsmanager:GetSecretValue'],
  plan: ['s3:ListBucket'],
  ask: ['s3:ListBucket', 'secretsmanager:GetSecretValue'],
  apply: ['s3:ListBucket', 'secretsmanager:GetSecretValue'],
  report: ['events:PutEvents', 's3:ListBucket'],
  'watch-services': ['events:PutEvents', 's3:ListBucket', 'secretsmanager:GetSecretValue'],
  deliver: ['events:PutEvents', 's3:ListBucket', 'secretsmanager:GetSecretValue'],
  'rotate-token': [
    's3:ListBucket',
    'secretsmanager:DescribeSecret',
    'secretsmanager:GetSecretValue',
    'secretsmanager:PutSecretValue',
    'secretsmanager:UpdateSecretVersionStage',
    'states:StartExecution',
  ],
  'retire-token': ['s3:ListBucket', 'secretsmanager:DescribeSecret', 'secretsmanager:GetSecretValue'],
};

const services: Readonly<Record<string, string>> = {
  secretsmanager: 'secretsmanager',
  AWSEvents: 'events',
  AWSStepFunctions: 'states',
};

/** The permission that a request used; undefined for one on an object of the store. */
const permissionOf = ({ line, status }: WireRequest): string | undefined => {
  const [method, url = '', target = ''] = line.split(' ');
  const [service = '', operation] = target.split('.');
  if (operation !== undefined) return `${services[service] ?? service}:${operation}`;
  const isListing = method === 'GET' && url.includes('list-type=2');
  return isListing || status === 404 ? 's3:ListBucket' : undefined;
};

/** Permissions that these requests used, by the function that sent them, which is the name of its access key. */
export const permissionsIn = (requests: readonly WireRequest[]): Readonly<Record<string, readonly string[]>> => {
  const used = new Map<string, Set<string>>();
  for (const request of requests) {
    const permission = permissionOf(request);
    if (permission === undefined) continue;
    used.set(request.caller, (used.get(request.caller) ?? new Set()).add(permission));
  }
  return Object.fromEntries([...used].map(([caller, permissions]) => [caller, [...permissions].sort()]));
};
