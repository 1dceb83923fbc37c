/** A value of JSON. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [member: string]: Json };

const wrong = { no: true };

const inList = (list: readonly Json[]): Json[] =>
  list.length === 0
    ? [[wrong]]
    : list.flatMap((inner, place) => withOneWrong(inner).map((one) => list.with(place, one)));

const inObject = (object: Readonly<Record<string, Json>>): Json[] =>
  Object.entries(object)
    .filter(([name]) => name !== 'version')
    .flatMap(([name, inner]) => withOneWrong(inner).map((one) => ({ ...object, [name]: one })));

/**
 * Every value that differs from the given one in one place: one of its leaves, or of its empty lists, holds something
 * that can be nothing there. The version of an object stays as it is.
 */
export const withOneWrong = (value: Json): Json[] => {
  if (Array.isArray(value)) return inList(value);
  return typeof value === 'object' && value !== null ? inObject(value as Readonly<Record<string, Json>>) : [wrong];
};

/** Ways in which the text of a stored object gets damaged. */
export const damages: Readonly<Record<string, (body: string) => string>> = {
  empty: () => '',
  cut: (body) => body.slice(0, body.length / 2),
  'another type': (body) => ('items' in JSON.parse(body) ? '{}' : '[]'),
  binary: () => String.fromCharCode(0, 1, 0xfffd, 255),
  'wrong inside': (body) => JSON.stringify(withOneWrong(JSON.parse(body))[0]),
  'of a far newer version': (body) => JSON.stringify({ ...JSON.parse(body), version: 99 }),
};
