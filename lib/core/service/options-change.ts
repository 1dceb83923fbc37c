import type { Change } from '../model/change.ts';
import type { OptionChange } from '../model/search-configuration.ts';

/** The one change that sets options of a search service. */
export const optionsChange = (
  place: Pick<Change, 'project' | 'service' | 'rule' | 'reason'>,
  members: readonly OptionChange[],
): Change => ({
  phase: 'grant',
  kind: 'update-search-configuration',
  ...place,
  fromGb: 0,
  toGb: 0,
  endpointName: '',
  endpointId: null,
  integrationId: null,
  maximum: null,
  members,
});
