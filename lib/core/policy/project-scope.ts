import { compilePatterns } from './glob.ts';

const isPattern = (name: string): boolean => /[*?]|^!/.test(name);

/**
 * Resolves requested project names and globs; `!` excludes.
 * @param all every project of the organization
 * @returns matches in the order of `all`, then requested names without a match; all of `requested` if nothing matches
 */
export const projectsNamed = (all: readonly string[], requested: readonly string[]): readonly string[] => {
  const names = new Set(all);
  // A project name may look like a glob; then it means only that project.
  if (!requested.some((name) => isPattern(name) && !names.has(name))) return requested;
  const unmatched = requested.filter((each) => !each.startsWith('!') && !all.some(compilePatterns([each])));
  const matches = [...all.filter(compilePatterns(requested)), ...unmatched];
  return matches.length > 0 ? matches : requested;
};
