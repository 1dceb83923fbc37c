import type { Place } from '../../core/model/grouping.ts';
import { type Column, notTerminal } from '../shell/columns.ts';

/** Names of projects in one cell. */
const maxProjects = 2;

/** `shop-prod/orders`; only the project for a whole project, and empty for the whole organization. */
export const placeText = ({ project, service }: Place): string => [project, service].filter(Boolean).join('/');

/** Names of services in one row; the JSON has all. */
const maxServices = 2;

/** The first services, and the number of the others. */
export const someNames = (places: readonly Place[]): string => {
  const shown = places.slice(0, maxServices).map(placeText).filter(Boolean).join(', ');
  const rest = places.length - maxServices;
  return rest > 0 ? `${shown} and ${rest} more` : shown;
};

/** Several services in one cell: `13 in data-prod, shop-prod`, or `120 in 9 projects`. */
export const placesText = (places: readonly Place[]): string => {
  const [first] = places;
  if (first === undefined) return '';
  if (places.length === 1) return placeText(first);
  const projects = [...new Set(places.map(({ project }) => project))].sort();
  const named = projects.length <= maxProjects ? projects.join(', ') : `${projects.length} projects`;
  return `${places.length} in ${named}`;
};

/** The project and service of a row, which at a terminal stand with others in `servicesColumn`. */
export const placeColumns: readonly Column<Place>[] = [
  { name: 'project', cell: ({ project }) => project, readers: notTerminal },
  { name: 'service', cell: ({ service }) => service, readers: notTerminal },
];

export const servicesColumn: Column<Place> = {
  name: 'services',
  cell: (_, __, alike) => placesText(alike),
  readers: ['terminal'],
};
