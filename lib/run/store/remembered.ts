interface Remembered<T> {
  readonly body: string;
  readonly content: T;
}

/** Characters of all texts that are remembered; with their contents they take some ten times as many bytes. */
const mostCharacters = 1_000_000;

/**
 * Remembers what was parsed last from the texts of objects, oldest first out: the tasks of a run read the same objects
 * again, and most records are the same from run to run. Nothing may change what it reads, because others read it too.
 */
export const remembering = <T>(parse: (key: string, body: string) => T) => {
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
    if (body.length > mostCharacters) return content;
    known.set(key, { body, content });
    characters += body.length;
    for (const oldest of known.keys()) {
      if (characters <= mostCharacters) break;
      forget(oldest);
    }
    return content;
  };
};
