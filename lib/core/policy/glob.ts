import type { Patterns } from '../model/policy-document.ts';

/** Whether a value is accepted. */
export type Matcher = (value: string) => boolean;

const star = 0x2a;
const questionMark = 0x3f;

/**
 * Whether the whole `value` matches `glob`: `*` matches any characters or none, `?` exactly one, and any other character
 * itself, case-sensitively.
 *
 * Only the last `*` is widened, so the time is bounded by the product of the lengths: a hostile glob cannot stall a run.
 * @param isGlob whether `value` is a glob, too: of its characters only `*` matches a `*`
 */
export const matchesGlob = (glob: string, value: string, isGlob = false): boolean => {
  let g = 0;
  let v = 0;
  let afterStar = -1;
  let resumeAt = 0;
  while (v < value.length) {
    const wanted = glob.charCodeAt(g);
    const given = value.charCodeAt(v);
    if (wanted === star) {
      g += 1;
      afterStar = g;
      resumeAt = v;
    } else if ((wanted === questionMark || wanted === given) && !(isGlob && given === star)) {
      g += 1;
      v += 1;
    } else if (afterStar >= 0) {
      g = afterStar;
      resumeAt += 1;
      v = resumeAt;
    } else {
      return false;
    }
  }
  while (glob[g] === '*') g += 1;
  return g === glob.length;
};

const isLiteral = (glob: string): boolean => !glob.includes('*') && !glob.includes('?');

/** Checks the literal ends first: most values already differ there. */
const compileGlob = (glob: string): Matcher => {
  const start = glob.slice(0, glob.search(/[*?]/));
  const end = glob.slice(Math.max(glob.lastIndexOf('*'), glob.lastIndexOf('?')) + 1);
  return (value) => value.startsWith(start) && value.endsWith(end) && matchesGlob(glob, value);
};

const anyOf = (globs: readonly string[]): Matcher => {
  const literals = new Set(globs.filter(isLiteral));
  const open = globs.filter((glob) => !isLiteral(glob)).map(compileGlob);
  if (open.length === 0) return (value) => literals.has(value);
  return (value) => literals.has(value) || open.some((matches) => matches(value));
};

/** Compiles patterns for matching many values (semantics: `Patterns`). */
export const compilePatterns = (patterns: Patterns): Matcher => {
  if (patterns.length === 0) return () => false;
  const excluding = patterns.filter((pattern) => pattern.startsWith('!')).map((pattern) => pattern.slice(1));
  const including = patterns.filter((pattern) => !pattern.startsWith('!'));
  const included = including.length === 0 ? () => true : anyOf(including);
  if (excluding.length === 0) return included;
  const excluded = anyOf(excluding);
  return (value) => included(value) && !excluded(value);
};

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
