import type { Change } from '../../lib/core/change/change.ts';
import { type ChangeJson, changeJson, proposedChangeOf } from '../../lib/core/change/change-json.ts';
import { because, type Reason, reasonText } from '../../lib/core/model/decision.ts';

const base: ChangeJson = {
  phase: 'grant',
  kind: 'update-endpoint',
  project: 'shop-prod',
  service: 'orders',
  fromGb: 100,
  toGb: 200,
  rule: 'r',
  reason: 'Because.',
  reasons: because('rule', 'Because.'),
  endpointName: 'headroom-orders',
  endpointId: 'e-1',
  integrationId: 'i-1',
  maximum: { kind: 'additional', gb: 200 },
  members: [],
  waits: null,
};

/** A change as its JSON says; members that its kind does not have are left out. */
export const aChange = (given: Partial<ChangeJson> = {}): Change => {
  const json = { ...base, ...given };
  const change = proposedChangeOf(json);
  if (typeof change === 'string') throw new Error(change);
  const { rule, reasons, budget } = json;
  return { ...change, rule, reasons, ...(budget === undefined ? {} : { budget }) };
};

/** Changes as they stand in JSON, where every kind has every member. */
export const flat = (changes: readonly Change[]): ChangeJson[] => changes.map(changeJson);

/** All reasons of a change or a decision as one text. */
export const whyOf = (decided: { readonly reasons: readonly Reason[] } | undefined): string =>
  reasonText(decided?.reasons ?? []);
