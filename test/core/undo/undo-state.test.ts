import { describe, expect, it } from 'vitest';
import type { HeldMaximum } from '../../../lib/core/model/model.ts';
import { differences, passageOf } from '../../../lib/core/undo/undo-state.ts';
import { additional } from '../organization.ts';
import { aRecord, attached, endpointAt } from '../plan/undone-run.ts';

describe('what a run did to the autoscaler of a service', () => {
  it('begins before its first write and ends after its last one', () => {
    const twice = [
      aRecord('update-endpoint', endpointAt(100), endpointAt(150)),
      aRecord('update-endpoint', endpointAt(150), endpointAt(200)),
    ];
    expect(passageOf(twice)).toMatchObject({
      before: { endpoint: { maximum: additional(100) } },
      after: { endpoint: { maximum: additional(200) } },
    });
  });

  it('took away the endpoint that the service used, whichever was deleted first', () => {
    const both = [
      aRecord('delete-integration', attached, null),
      aRecord('delete-endpoint', endpointAt(50), null, { endpointId: 'e0' }),
      aRecord('delete-endpoint', endpointAt(100), null),
    ];
    expect(passageOf(both)?.before).toMatchObject({ endpoint: { maximum: additional(100) }, integrated: true });
  });
});

it('a state has the same maximum only if both count alike', () => {
  const now = (maximum: HeldMaximum) => ({ endpoint: { maximum, maxAdditionalGb: 100 }, integrated: true });
  expect(differences(now(additional(180)), now(additional(180)))).toEqual([]);
  expect(differences(now({ kind: 'total', gb: 180 }), now(additional(180)))).toEqual(['endpoint']);
  expect(differences(now(additional(180)), now(additional(100)))).toEqual(['endpoint']);
});
