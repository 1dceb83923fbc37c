const encode = (name: string): string => {
  if (name === '' || name === '.' || name === '..') {
    throw new RangeError(`"${name}" cannot stand in a path of the platform: give the full name or id.`);
  }
  if (!name.isWellFormed()) {
    throw new RangeError(
      `"${name.toWellFormed()}" holds half a character, so it cannot stand in a path of the platform.`,
    );
  }
  return encodeURIComponent(name);
};

/**
 * Path of a call, each name percent-encoded: path`/project/${project}/service`.
 * @throws RangeError for a name that would make it the path of something else (empty, `.` or `..`), or that is no text.
 */
export const path = (parts: TemplateStringsArray, ...names: readonly string[]): string =>
  parts.reduce((written, part, index) => written + encode(names[index - 1] ?? '') + part);
