import { demands, type Row } from './row.ts';

/** What client programs read and send beside all that: platform-facts 2.14, row by row. */
export const readerRows: readonly Row[] = demands('pf 2.14', {
  types: 'Every schema of options has its type, at every depth.',
  'null cloud': 'Null for the cloud of a new service names none.',
  networks: 'The networks of a project can be listed.',
  clouds: 'Clouds can be listed, for all and in a project, each with its region.',
  versions: 'Versions of service types can be listed without naming a project.',
  me: 'The user of a token has every member that is required.',
  'billing groups': 'Both records of a billing group have every member that is required.',
  regions: 'A plan says what memory and CPUs its nodes have in each cloud.',
  deletion: 'Deleting an application user answers 204, without a body.',
  'operation ids': 'Operations bear the public names.',
  'taken name': 'The name of a service that is there is refused in the words of the platform.',
  download_cookie: 'The download cookie of an invoice is text.',
  times: 'Times have whole seconds.',
});
