import { getHeapStatistics } from 'node:v8';

interface Remembered<T> {
  readonly body: string;
  readonly content: T;
}

/** Characters of all texts that are remembered in any process; with their contents they take some ten times as many bytes. */
const leastCharacters = 1_000_000;

/** Bytes of a process's memory for each character: texts and their contents take a fortieth of it. */
const bytesPerCharacter = 400;

let mostOfProcess: number | undefined;

/** Whether a process remembers so many characters. Node.js loads its statistics, so the least is asked first. */
const holds = (characters: number): boolean => {
  if (characters <= leastCharacters) return true;
  mostOfProcess ??= Math.floor(getHeapStatistics().heap_size_limit / bytesPerCharacter);
  return characters <= mostOfProcess;
};

/**
 * Remembers what was parsed last from the texts of objects, oldest first out: the tasks of a run read the same objects
 * again, and most records are the same from run to run. Nothing may change what it reads, because others read it too.
 * @param parse also gets what was remembered of the object's last text
 * @param mostCharacters of all texts; default: what a fortieth of the memory holds
 */
export const remembering = <T>(
  parse: (key: string, body: string, before: T | undefined) => T,
  mostCharacters?: number,
) => {
  const fits = (count: number) => (mostCharacters === undefined ? holds(count) : count <= mostCharacters);
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
