interface Remembered<T> {
  readonly body: string;
  readonly content: T;
}

/**
 * Remembers what was parsed last from texts by key, oldest first out. A remembered value is equal to a parsed one, because the
 * whole text is compared. Readers share the values, so none may change them.
 * @param fits whether texts of so many characters in all are remembered
 */
export const remembering = <T>(parse: (key: string, body: string) => T, fits: (characters: number) => boolean) => {
  const known = new Map<string, Remembered<T>>();
  let characters = 0;
  const forget = (key: string) => {
    characters -= known.get(key)?.body.length ?? 0;
    known.delete(key);
  };
  return (key: string, body: string): T => {
    const last = known.get(key);
    if (last?.body === body) return last.content;
    const content = parse(key, body);
    forget(key);
    if (!fits(body.length)) return content;
    known.set(key, { body, content });
    characters += body.length;
    for (const oldest of known.keys()) {
      if (fits(characters)) break;
      forget(oldest);
    }
    return content;
  };
};

interface Made<K, V> {
  get(of: K): { readonly made: V } | undefined;
  set(of: K, made: { readonly made: V }): unknown;
}

const once =
  <K, V>(known: Made<K, V>, make: (of: K) => V) =>
  (of: K): V => {
    const last = known.get(of);
    if (last !== undefined) return last.made;
    const made = make(of);
    known.set(of, { made });
    return made;
  };

/**
 * A function of an object that nothing changes: what it made of one, it gives again as long as that object lives. Nothing may
 * change what it gives, because others get it too.
 */
export const oncePerObject = <K extends object, V>(make: (of: K) => V): ((of: K) => V) => once(new WeakMap(), make);

/** The same for a function of a text, of which there are few: it keeps what it made of each, also a promise that fails, but no error that is thrown. */
export const oncePerText = <K extends string, V>(make: (of: K) => V): ((of: K) => V) => once(new Map(), make);

/** The same for a function without input: it makes its result at the first call, and gives that again. */
export const atMostOnce = <V>(make: () => V): (() => V) => {
  const made = once(new Map<undefined, { readonly made: V }>(), make);
  return () => made(undefined);
};

const isPlain = (value: object): boolean => Object.getPrototypeOf(value) === Object.prototype;

/**
 * Whether two values have the same contents, all the way down. The same object counts as equal without a look inside, so
 * lists of unchanged objects are compared at once. Functions, and objects of a class other than lists, maps and sets, are the same only
 * if they are one object: a value that cannot be compared counts as changed.
 */
export const isSame = (a: unknown, b: unknown): boolean => {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((item, place) => isSame(item, b[place]));
  if (a instanceof Set) return b instanceof Set && a.size === b.size && [...a].every((item) => b.has(item));
  if (a instanceof Map) {
    if (!(b instanceof Map) || a.size !== b.size) return false;
    return [...a].every(([key, value]) => b.has(key) && isSame(value, b.get(key)));
  }
  if (!isPlain(a) || !isPlain(b)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => Object.hasOwn(b, key) && isSame(a[key as keyof object], b[key as keyof object]));
};

/**
 * Up to so many services, results stay in memory for the next pass. Results of a larger organization and a new plan together do
 * not fit in the memory of a function.
 */
export const mostServicesKept = 20_000;

/**
 * A function that gives its last result again while its input has the same contents: what did not change is not decided again.
 * Nothing may change what it returns, because others get it too.
 * @param make a pure function of its input, all of which is compared
 * @param fits whether an input is small enough that its result may be kept in memory
 */
export const unlessSame = <I, O>(make: (input: I) => O, fits: (input: I) => boolean) => {
  let last: { readonly input: I; readonly output: O } | undefined;
  return (input: I): O => {
    if (last !== undefined && isSame(last.input, input)) return last.output;
    // Before the next result is made, so that memory never has two.
    last = undefined;
    const output = make(input);
    if (fits(input)) last = { input, output };
    return output;
  };
};
