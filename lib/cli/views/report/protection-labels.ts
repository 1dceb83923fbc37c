import { type Protected, type Protection, protections } from '../../../core/service/protection.ts';

/** What protects a service in fact, or why nothing does, as people read it. */
export const protectionWords: Readonly<Record<Protection, string>> = {
  protectedByUs: 'protected by us',
  protectedByOthers: 'protected by others',
  eligibleNotYet: 'eligible and not yet protected',
  impossible: 'impossible',
  optedOut: 'opted out or not selected',
  exempt: 'exempt',
};

/** All classes in a line: `316 of 400 protected by us, 3 protected by others, …`; they sum to the services read. */
export const protectionText = (counts: Protected): string => {
  const total = protections.reduce((sum, protection) => sum + counts[protection], 0);
  const { protectedByUs: _first, ...others } = protectionWords;
  const rest = Object.entries(others).map(([name, words]) => `${counts[name as Protection]} ${words}`);
  return [`${counts.protectedByUs} of ${total} ${protectionWords.protectedByUs}`, ...rest].join(', ');
};
