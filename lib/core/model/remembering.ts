interface Remembered<T> {
  readonly body: string;
  readonly content: T;
}

/**
 * Remembers what was parsed last from texts by key, oldest first out. What is given is equal to what parsing gives, because
 * the whole text is compared. Nothing may change what it gets, because others get it too.
 * @param parse also gets what was remembered of the last text of the key
 * @param fits whether texts of so many characters in all are remembered
 */
export const remembering = <T>(
  parse: (key: string, body: string, before: T | undefined) => T,
  fits: (characters: number) => boolean,
) => {
  const known = new Map<string, Remembered<T>>();
  let characters = 0;
  const forget = (key: string) => {
    characters -= known.get(key)?.body.length ?? 0;
    known.delete(key);
  };
  return (key: string, body: string): T => {
    const last = known.get(key);
    if (last?.body === body) return last.content;
    const content = parse(key, body, last?.content);
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

/**
 * A function of an object that nothing changes: what it made of one, it gives again as long as that object lives. Nothing may
 * change what it gives, because others get it too.
 */
export const oncePerObject = <K extends object, V>(make: (of: K) => V): ((of: K) => V) => {
  const known = new WeakMap<K, { readonly made: V }>();
  return (of) => {
    const last = known.get(of);
    if (last !== undefined) return last.made;
    const made = make(of);
    known.set(of, { made });
    return made;
  };
};
