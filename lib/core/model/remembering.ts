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
  const memory = new Map<string, Remembered<T>>();
  let characters = 0;
  const forget = (key: string) => {
    characters -= memory.get(key)?.body.length ?? 0;
    memory.delete(key);
  };
  return (key: string, body: string): T => {
    const last = memory.get(key);
    if (last?.body === body) return last.content;
    const content = parse(key, body);
    forget(key);
    if (!fits(body.length)) return content;
    memory.set(key, { body, content });
    characters += body.length;
    for (const oldest of memory.keys()) {
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
  <K, V>(memory: Made<K, V>, make: (of: K) => V) =>
  (of: K): V => {
    const last = memory.get(of);
    if (last !== undefined) return last.made;
    const made = make(of);
    memory.set(of, { made });
    return made;
  };

/**
 * Memoizes a function per object, for as long as the object lives. Neither the object nor the result may be changed, because all
 * callers share the result.
 */
export const oncePerObject = <K extends object, V>(make: (of: K) => V): ((of: K) => V) => once(new WeakMap(), make);

/** Memoizes a function per text, for few texts: it keeps each result, also a promise that fails, but no error that is thrown. */
export const oncePerText = <K extends string, V>(make: (of: K) => V): ((of: K) => V) => once(new Map(), make);

/** Memoizes a function without input at its first call. */
export const atMostOnce = <V>(make: () => V): (() => V) => {
  const made = once(new Map<undefined, { readonly made: V }>(), make);
  return () => made(undefined);
};
