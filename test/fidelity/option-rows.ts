import { optionAt } from '../../lib/wire/search-options/options.ts';
import { facts, stepsOf } from '../wire/search-options/facts.ts';
import type { Row } from './row.ts';

/** A row for each option name of §2.4, with the type that the specification gives it. */
export const optionRows: readonly Row[] = facts
  .filter(({ spec }) => spec !== undefined)
  .map(({ path, spec }) => ({
    id: `§2.4 ${path}`,
    says: `${spec}. ${optionAt(stepsOf(path))?.description ?? ''}`,
  }));
