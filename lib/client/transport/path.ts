const encode = (name: string): string => {
  if (name === '' || name === '.' || name === '..') {
    throw new RangeError(`"${name}" cannot be part of a platform path: use the full name or id.`);
  }
  if (!name.isWellFormed()) {
    throw new RangeError(
      `"${name.toWellFormed()}" contains an incomplete character, so it cannot be part of a platform path.`,
    );
  }
  return encodeURIComponent(name);
};

/**
 * Path of a call with each name percent-encoded: path`/project/${project}/service`.
 * @throws RangeError for a name that would change the path (empty, `.` or `..`) or that is not well-formed text.
 */
export const path = (parts: TemplateStringsArray, ...names: readonly string[]): string =>
  parts.reduce((written, part, index) => written + encode(names[index - 1] ?? '') + part);
