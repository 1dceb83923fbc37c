import { compilePatterns } from './glob.ts';

const isPattern = (name: string): boolean => /[*?]|^!/.test(name);

/**
 * The projects that a person names, each by its name or by a glob; `!` excludes.
 * @param all every project of the organization
 * @returns names in the order of `all`, then whatever of `asked` names none: also everything, where all is excluded
 */
export const projectsNamed = (all: readonly string[], asked: readonly string[]): readonly string[] => {
  const known = new Set(all);
  // A project may be called like a glob; its own name means it alone.
  if (!asked.some((name) => isPattern(name) && !known.has(name))) return asked;
  const idle = asked.filter((each) => !each.startsWith('!') && !all.some(compilePatterns([each])));
  const named = [...all.filter(compilePatterns(asked)), ...idle];
  return named.length > 0 ? named : asked;
};
