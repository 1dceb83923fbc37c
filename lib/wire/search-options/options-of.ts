import type { Profile } from '../../core/model/profile.ts';
import { oncePerText } from '../../core/model/remembering.ts';
import { allOptions } from './all-options.ts';
import type { Group, Option } from './option.ts';

/** The options of each profile: the documented values, or the values of today's live platform (pf 4; A-47). */

const withDifferences = <O extends Option>({ current, ...option }: O): O => {
  const facts = Object.entries({ ...option, ...current }).filter(([, fact]) => fact !== null);
  return Object.fromEntries(facts) as unknown as O;
};

const today = (option: Option): Option => {
  const differing = withDifferences(option);
  switch (differing.kind) {
    case 'group': {
      const members = Object.entries(differing.members).map(([name, member]) => [name, today(member)]);
      return { ...differing, members: Object.fromEntries(members) };
    }
    case 'list': {
      const [first, ...others] = differing.items;
      return { ...differing, items: [today(first), ...others.map(today)] };
    }
    default:
      return differing;
  }
};

/** All options of the search service in a profile; their names are the same in both. */
export const optionsOf = oncePerText(
  (profile: Profile): Group => (profile === 'documented' ? allOptions : (today(allOptions) as Group)),
);
