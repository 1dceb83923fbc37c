import {
  chmodSync,
  chownSync,
  cpSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  unlinkSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { Draws } from '../simulator/engine/random.ts';
import { type Ended, isStack } from './processes.ts';

/** What other users of the machine do to the files of the program. */
export const attackKinds = ['symlinks', 'other users'] as const;
export type AttackKind = (typeof attackKinds)[number];

/** One place that they have changed. */
export interface Attack {
  readonly kind: AttackKind;
  /** Path of the file or folder. */
  readonly place: string;
  /** Gives the place back. @returns what the program did behind a link */
  readonly end: () => readonly string[];
}

const nobody = 65_534;

/** Every file of a folder with its content, and every folder. */
const contentOf = (folder: string): string =>
  JSON.stringify(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .map((entry) => {
        const path = join(entry.parentPath, entry.name);
        return [path, entry.isFile() ? readFileSync(path, 'utf8') : null];
      })
      .sort(),
  );

/** Puts a link in the place of a file or folder, to a copy of it outside that would serve as well. */
const linked = (place: string, around: string): Attack => {
  const outside = mkdtempSync(join(around, 'outside-'));
  const taken = join(mkdtempSync(join(around, 'taken-')), 'it');
  cpSync(place, join(outside, 'it'), { recursive: true });
  renameSync(place, taken);
  symlinkSync(join(outside, 'it'), place);
  const before = contentOf(outside);
  return {
    ...{ kind: 'symlinks', place },
    end: () => {
      const isLink = lstatSync(place).isSymbolicLink();
      if (isLink) {
        unlinkSync(place);
        renameSync(taken, place);
      }
      return [
        ...(isLink ? [] : [`the link ${place} was replaced`]),
        ...(contentOf(outside) === before ? [] : [`something behind the link ${place} was changed`]),
      ];
    },
  };
};

/** Takes the right to read or to write from the program; root also gives the place to another user. */
const denied = (place: string, draws: Draws): Attack => {
  const { mode, uid, gid } = statSync(place);
  if (process.getuid?.() === 0) chownSync(place, nobody, nobody);
  chmodSync(place, draws.chance(0.7) ? 0 : 0o555);
  return {
    ...{ kind: 'other users', place },
    end: () => {
      if (process.getuid?.() === 0) chownSync(place, uid, gid);
      chmodSync(place, mode & 0o777);
      return [];
    },
  };
};

/** Files and folders in a folder that a process may use; files that exist for a moment are left out. */
const placesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(({ name }) => !name.endsWith('.tmp'))
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => !dirname(path).endsWith('.locks'));

/**
 * Attacks a drawn place: a neighbour of the policy, or anything in the store. The processes that use it must stand still meanwhile.
 * @param around a folder that the program has nothing to do with
 */
export const attack = (
  kind: AttackKind,
  { store, neighbours, around }: { readonly store?: string; readonly neighbours: string; readonly around: string },
  draws: Draws,
): Attack => {
  const inStore = store === undefined ? [] : placesIn(store);
  const isNeighbour = inStore.length === 0 || draws.chance(0.2);
  const place = draws.one(isNeighbour ? [neighbours, ...placesIn(neighbours)] : inStore);
  return kind === 'symlinks' ? linked(place, around) : denied(place, draws);
};

/** What an apply must say that came upon a place of an attack. @returns whether it refused the place, and what is wrong */
export const judgeRefusal = ({ kind, place }: Attack, { status, err, out }: Ended) => {
  // A run that does not need the place succeeds; the platform may refuse a service for the first time.
  const refused = status !== 0 && status !== 3;
  const said = (err || out).slice(0, 400);
  const problems = [
    ...(refused && !err.includes(place) ? [`${kind}: ended with ${status} without the name of ${place}: ${said}`] : []),
    ...(isStack(err) ? [`${kind}: a stack on standard error: ${said}`] : []),
  ];
  return { refused, problems };
};
