const encode = (name: string): string => {
  if (name === '' || name === '.' || name === '..') {
    throw new RangeError(`"${name}" cannot stand in a path of the platform: give the full name or id.`);
  }
  return encodeURIComponent(name);
};

/**
 * Path of a call, each name percent-encoded: path`/project/${project}/service`.
 * @throws RangeError for a name that would make it the path of something else: empty, `.` or `..`.
 */
export const path = (parts: TemplateStringsArray, ...names: readonly string[]): string =>
  parts.reduce((written, part, index) => written + encode(names[index - 1] ?? '') + part);
