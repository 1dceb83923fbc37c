import { isNullable, namedOptions, optionText } from '../wire/search-options/options.ts';

/** Search options whose change restarts every instance of the service, by their dotted names (spec.md §2.4). */
export const restartingOptions: ReadonlySet<string> = new Set(
  namedOptions('documented')
    .filter(({ option }) => option['x-restarts'])
    .map(({ path }) => optionText(path)),
);

/** Search options that cannot be unset once they are set, by their dotted names: null is no value of theirs (spec.md §2.4). */
export const lastingOptions: ReadonlySet<string> = new Set(
  namedOptions('documented')
    .filter(({ option }) => !isNullable(option))
    .map(({ path }) => optionText(path)),
);
