import { type Protected, type Protection, protections } from '../../../core/service/protection.ts';

/** Labels of the actual protection of a service, or of the reason for its absence. */
export const protectionLabels: Readonly<Record<Protection, string>> = {
  protectedByUs: 'protected by us',
  protectedByOthers: 'protected by others',
  eligibleNotYet: 'eligible and not yet protected',
  impossible: 'impossible',
  optedOut: 'opted out or not selected',
  exempt: 'exempt',
};

/** All classes in one line: `316 of 400 protected by us, 3 protected by others, …`. They sum to the services read. */
export const protectionText = (counts: Protected): string => {
  const total = protections.reduce((sum, protection) => sum + counts[protection], 0);
  const { protectedByUs: _first, ...others } = protectionLabels;
  const rest = Object.entries(others).map(([name, label]) => `${counts[name as Protection]} ${label}`);
  return [`${counts.protectedByUs} of ${total} ${protectionLabels.protectedByUs}`, ...rest].join(', ');
};
