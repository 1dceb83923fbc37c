import { namedOptions, optionText } from '../wire/search-options/facts.ts';

/** Search options whose change restarts every instance of the service, by their dotted names (spec.md §2.4). */
export const restartingOptions: ReadonlySet<string> = new Set(
  namedOptions('documented')
    .filter(({ option }) => option.restarts)
    .map(({ path }) => optionText(path)),
);
