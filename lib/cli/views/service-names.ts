import type { ServiceName } from '../../core/model/grouping.ts';
import { type Column, notTerminal } from '../shell/columns.ts';

/** Names of projects in one cell. */
const maxProjects = 2;

/** `shop-prod/orders`; only the project for a whole project, and empty for the whole organization. */
export const serviceText = ({ project, service }: ServiceName): string => [project, service].filter(Boolean).join('/');

/** Names of services in one row; the JSON has all. */
const maxServices = 2;

/** The first services, and the number of the others. */
export const someNames = (services: readonly ServiceName[]): string => {
  const shown = services.slice(0, maxServices).map(serviceText).filter(Boolean).join(', ');
  const rest = services.length - maxServices;
  return rest > 0 ? `${shown} and ${rest} more` : shown;
};

/** Several services in one cell: `13 in data-prod, shop-prod`, or `120 in 9 projects`. */
export const servicesText = (services: readonly ServiceName[]): string => {
  const [first] = services;
  if (first === undefined) return '';
  if (services.length === 1) return serviceText(first);
  const projects = [...new Set(services.map(({ project }) => project))].sort();
  const named = projects.length <= maxProjects ? projects.join(', ') : `${projects.length} projects`;
  return `${services.length} in ${named}`;
};

/** The project and service of a row, which at a terminal stand with others in `servicesColumn`. */
export const serviceColumns: readonly Column<ServiceName>[] = [
  { name: 'project', cell: ({ project }) => project, readers: notTerminal },
  { name: 'service', cell: ({ service }) => service, readers: notTerminal },
];

export const servicesColumn: Column<ServiceName> = {
  name: 'services',
  cell: (_, __, alike) => servicesText(alike),
  readers: ['terminal'],
};
