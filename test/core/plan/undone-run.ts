import type { AuditedState, AuditRecord } from '../../../lib/core/audit/audit.ts';
import type { ChangeKind } from '../../../lib/core/change/change.ts';
import { because } from '../../../lib/core/model/decision.ts';
import type { Endpoint, Snapshot } from '../../../lib/core/model/model.ts';
import type { Policy } from '../../../lib/core/model/policy-document.ts';
import { at, snapshotWith } from '../one-service.ts';
import { additional, aPolicy, aSnapshot, enableAll, planOf } from '../organization.ts';
import { platformPrices } from '../platform-prices.ts';

export const endpointAt = (gb: number | null): AuditedState => ({
  kind: 'endpoint',
  maximum: additional(gb),
  maxAdditionalGb: gb ?? 0,
});
export const attached: AuditedState = { kind: 'integration', integrationId: 'integration-e1', endpointId: 'e1' };

export const aRecord = (
  kind: ChangeKind,
  before: AuditedState,
  after: AuditedState,
  more: Partial<AuditRecord> = {},
) => ({
  runId: 'run-1',
  digest: 'd',
  trigger: { kind: 'manual', by: 'a test' } as const,
  rule: 'everyone',
  reason: 'Because.',
  reasons: because('rule', 'Because.'),
  kind,
  project: 'shop-prod',
  service: 'orders',
  endpointName: 'headroom-orders',
  endpointId: 'e1',
  before,
  after,
  requestId: null,
  at: '2030-06-14T00:00:00.000Z',
  status: 'confirmed' as const,
  error: null,
  previous: '',
  hash: '',
  ...more,
});

export const enabled = [
  aRecord('create-endpoint', null, endpointAt(100)),
  aRecord('create-integration', null, attached),
];
export const raised = [aRecord('update-endpoint', endpointAt(100), endpointAt(200))];
export const lowered = [aRecord('update-endpoint', endpointAt(200), endpointAt(100))];
export const disabled = [
  aRecord('delete-integration', attached, null),
  aRecord('delete-endpoint', endpointAt(100), null),
];
export const attachedOnly = [aRecord('create-integration', null, attached)];
export const orphaned = [aRecord('delete-endpoint', endpointAt(100), null, { service: '' })];

/** The same writes, whose answers were lost. */
export const unknown = (records: readonly AuditRecord[]): AuditRecord[] =>
  records.map((record) => ({ ...record, status: 'unknown' }));

/** The plan that undoes these writes in this project, under a policy that asks for something else. */
export const undo = (records: readonly AuditRecord[], snapshot: Snapshot, given: Partial<Policy> = {}) => {
  const policy = aPolicy({ rules: [enableAll(999)], ...given });
  // The platform was asked and gives no price, so that the policy's own holds.
  const prices = platformPrices([['pg/startup-4/aws-eu-west-1', null]]);
  return planOf([snapshot], { policy, prices, undo: { runId: 'run-1', records } }).plan;
};

export const nothing = snapshotWith([], []);
export const at100 = snapshotWith([at('e1', 100)], ['e1']);
export const at200 = snapshotWith([at('e1', 200)], ['e1']);
export const at300 = snapshotWith([at('e1', 300)], ['e1']);
export const unused = snapshotWith([at('e1', 100)], []);
export const foreign = snapshotWith([at('f1', 100, 'by-hand')], ['f1']);
export const grown = (gb: number, endpoints: readonly Endpoint[], ties: readonly string[]) =>
  snapshotWith(endpoints, ties, { diskMb: (80 + gb) * 1024 });
export const gone = aSnapshot();
