import type { Edge } from '../../../lib/platform/index.ts';
import type { Faults } from '../engine/faults.ts';

type Behaviour = Edge['state']['behaviour'];

/** How the platform behaves during the next pass: what it is now and then seen to do, as faults strike. */
export const behaviourWith = (faults: Faults, usual: Behaviour): Behaviour => ({
  ...usual,
  updateGivesNewId: faults.strikes('new-id-on-update'),
  integrationHiddenSeconds: faults.strikes('integration-hidden') ? 20 : 0,
  integrationInactiveSeconds: faults.strikes('integration-inactive') ? 20 : 0,
  forbiddenAfterCreateSeconds: faults.strikes('forbidden-when-new') ? 20 : 0,
});
