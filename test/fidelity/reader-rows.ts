import { demands, type Row } from './row.ts';

/** Further requirements of client programs: pf 2.14, row by row. */
export const readerRows: readonly Row[] = demands('pf 2.14', {
  types: 'Every option schema has its type, at every depth.',
  'null cloud': 'Null for the cloud of a new service counts as absent.',
  networks: 'A route lists the networks of a project.',
  clouds: 'Routes list all clouds, and those of a project, each with its region.',
  versions: 'A route lists versions of service types without a project.',
  me: 'The user of a token has every required member.',
  'billing groups': 'Both records of a billing group have every required member.',
  regions: 'A plan gives memory and CPUs of its nodes in each cloud.',
  deletion: 'Deleting an application user returns 204 without a body.',
  'operation ids': 'Operations have their public names.',
  'taken name': 'An existing service name is refused with the message of the platform.',
  times: 'Times are whole seconds.',
});
