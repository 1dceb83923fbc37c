import { getHeapStatistics } from 'node:v8';
import { remembering } from '../../core/model/remembering.ts';

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

/** Remembers what was parsed last from the texts of objects: most records are the same from run to run. */
export const rememberingObjects = <T>(parse: (key: string, body: string) => T) => remembering(parse, holds);
