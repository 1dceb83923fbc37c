import { matchesKey, storeAreas } from '../../../lib/contract/store-keys.ts';
import type { AccessFacts, PolicyTarget } from './deployment.ts';
import type { AccessRequest } from './evaluate.ts';

/** What one may ask. */
export type AccessQuestion = 'write' | 'approve' | 'read-token';

/** A request that must be permitted, without its caller. */
export interface NeededPermission extends PolicyTarget {
  readonly action: string;
  readonly context: NonNullable<AccessRequest['context']>;
}

/** One way of doing it. */
export interface Way {
  readonly action: string;
  /** What it is done to, in words of the store or as a logical id. */
  readonly on: string;
  readonly needs: readonly NeededPermission[];
}

/** The best request that a caller can make: encrypted on the way, of a new object, locked for ever. */
const best = {
  'aws:SecureTransport': 'true',
  's3:TlsVersion': '1.3',
  's3:if-none-match': '*',
  's3:object-lock-mode': 'COMPLIANCE',
  's3:object-lock-remaining-retention-days': '36500',
};

const put = ['s3:PutObject', 's3:ReplicateObject'] as const;

/** Actions that replace an object or take it away. */
const changes = [...put, 's3:DeleteObject', 's3:DeleteObjectVersion', 's3:ReplicateDelete'] as const;

/** S3 and Secrets Manager use the key for the caller. */
const through = (service: string) => ({ 'kms:ViaService': `${service}.*.amazonaws.com` });

const nameOf = (pattern: string): string => pattern.replaceAll('*', '<name>');

/** Areas, and the parts of them that policies name. */
const withParts = (areas: readonly string[], named: readonly string[]): string[] => [
  ...new Set([...areas, ...named.filter((pattern) => matchesKey(areas, nameOf(pattern)))]),
];

const onObjects = ({ bucket }: AccessFacts, areas: readonly string[], actions: readonly string[]): Way[] =>
  actions.flatMap((action) =>
    withParts(areas, bucket.named).map((area): Way => {
      const key = nameOf(area);
      const { resource, resourceArn } = bucket.request;
      const request = { resource: `${resource}/${key}`, resourceArn: `${resourceArn}/${key}` };
      const encrypt = { ...bucket.key, action: 'kms:GenerateDataKey', context: through('s3') };
      const isPut = put.some((one) => one === action);
      const change = { statements: bucket.statements, request, action, context: best };
      return { action, on: area, needs: isPut ? [change, encrypt] : [change] };
    }),
  );

/** Areas of the store, each once. */
export const allAreas: readonly string[] = [...new Set(Object.values(storeAreas))];

const ways: Readonly<Record<AccessQuestion, (facts: AccessFacts) => readonly Way[]>> = {
  write: (facts) => onObjects(facts, allAreas, changes),
  approve: (facts) => [
    ...onObjects(facts, [storeAreas.approval], put),
    ...(facts.runsApprove
      ? [
          {
            action: 'states:StartExecution',
            on: 'the workflow',
            needs: [{ ...facts.machine, action: 'states:StartExecution', context: {} }],
          },
        ]
      : []),
  ],
  'read-token': ({ secrets }) =>
    secrets.map(({ id, key, ...secret }) => ({
      action: 'secretsmanager:GetSecretValue',
      on: id,
      needs: [
        { ...secret, action: 'secretsmanager:GetSecretValue', context: {} },
        { ...key, action: 'kms:Decrypt', context: through('secretsmanager') },
      ],
    })),
};

/** Every way to carry out the action in question. */
export const waysOf = (question: AccessQuestion, facts: AccessFacts): readonly Way[] => ways[question](facts);
