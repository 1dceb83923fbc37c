import type { OptionChange } from '../model/search-configuration.ts';
import type { ChangeOf } from './change.ts';

/** A change that sets options of a search service. */
export const optionsChange = (
  subject: Pick<ChangeOf<'update-search-configuration'>, 'project' | 'service' | 'rule' | 'reasons'>,
  members: readonly OptionChange[],
): ChangeOf<'update-search-configuration'> => ({
  phase: 'grant',
  kind: 'update-search-configuration',
  ...subject,
  members,
});
