import { everywhere, type Finding, findingAt } from '../model/decision.ts';
import type { Snapshot } from '../model/model.ts';
import { counted } from '../model/visible-text.ts';

const mostNames = 5;

/** One finding for all projects of which the platform did not list the alerts, although they have disks. */
export const alertsUnlisted = (snapshots: readonly Pick<Snapshot, 'project' | 'services' | 'alerts'>[]): Finding[] => {
  const names = snapshots
    .filter(({ alerts, services }) => alerts === undefined && services.some(({ diskMb }) => diskMb !== 0))
    .map(({ project }) => project)
    .sort();
  if (names.length === 0) return [];
  const more = names.length > mostNames ? `, and ${names.length - mostNames} more` : '';
  const message =
    `The platform did not list the alerts of ${counted(names.length, 'project')} (${names.slice(0, mostNames).join(', ')}${more}). ` +
    'Only measurements say how full their disks are, and a disk that does not grow is noticed late. ' +
    'Permit the token to read alerts; headroom status tries it.';
  return [findingAt(everywhere, 'alerts-unlisted', message)];
};
