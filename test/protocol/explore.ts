import { runIn } from './model.ts';
import { type Assumptions, type Move, movesFrom, type RunName, runNames, type State, start } from './moves.ts';
import { hasEnded, properties } from './properties.ts';

export interface Explored {
  readonly states: number;
  readonly moves: number;
  /** The first property found broken, with the shortest way there. */
  readonly broken?: { readonly property: string; readonly path: readonly string[] };
  /** A state from which a run cannot come to its end by its own steps, whatever other runs left. */
  readonly stuck?: { readonly run: RunName; readonly path: readonly string[] };
}

interface Reached {
  readonly state: State;
  readonly from: number;
  readonly name: string;
}

/** What a state consists of, in an order that does not tell which run took its first step first. */
const partsOf = ({ protocol, readings, maximums, provisioned, flights, effects }: State): readonly unknown[] => [
  protocol.lease,
  runIn(protocol, 'a'),
  runIn(protocol, 'b'),
  readings.a,
  readings.b,
  maximums,
  provisioned,
  flights,
  effects,
];

/** Tells states apart by their parts, of which each has a number. A move leaves most parts as they were. */
const numbering = () => {
  const byText = new Map<string | undefined, number>();
  const byPart = new Map<unknown, number>();
  const numberOf = (part: unknown): number => {
    const known = byPart.get(part);
    if (known !== undefined) return known;
    const text = JSON.stringify(part);
    const number = byText.get(text) ?? byText.size;
    byText.set(text, number);
    return number;
  };
  return {
    /** A text that equal states share, and no others: a character for each part. */
    keyOf: (state: State): string => {
      let key = `${state.policy}`;
      for (const part of partsOf(state)) key += String.fromCharCode(numberOf(part));
      return key;
    },
    /** Spares the parts of a state from which moves follow that their texts are made again. */
    remember: (state: State): void => {
      for (const part of partsOf(state)) byPart.set(part, numberOf(part));
    },
  };
};

const pathTo = (reached: readonly Reached[], place: number): string[] => {
  const path: string[] = [];
  for (let at = reached[place]; at !== undefined && at.from >= 0; at = reached[at.from]) path.unshift(at.name);
  return path;
};

/** Places from which some end can be reached by these edges, against their direction. */
const reaching = (ends: readonly number[], before: readonly (readonly number[])[]): Set<number> => {
  const seen = new Set(ends);
  const open = [...ends];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    for (const one of before[place] ?? []) {
      if (seen.has(one)) continue;
      seen.add(one);
      open.push(one);
    }
  }
  return seen;
};

/** A state from which a run does not reach its end although all other runs have stopped for ever. */
const stuckIn = (reached: readonly Reached[], edges: readonly (readonly [number, number, Move['by']])[]) => {
  for (const run of runNames) {
    const before: number[][] = reached.map(() => []);
    for (const [from, to, by] of edges) if (by === run || by === null) before[to]?.push(from);
    const ends = reached.flatMap(({ state }, place) => (hasEnded(state, run) ? [place] : []));
    const good = reaching(ends, before);
    const place = reached.findIndex((_, one) => !good.has(one));
    if (place >= 0) return { run, path: pathTo(reached, place) };
  }
  return undefined;
};

/**
 * Walks every state that two runs can reach, nearest first, and stops at the first that breaks a property.
 * @param omitted names of rules that do not count, to see what each of them prevents
 */
export const explore = (assumptions: Assumptions, omitted: ReadonlySet<string> = new Set()): Explored => {
  const promised = properties.filter(({ needs }) => needs.every((one) => assumptions[one]));
  const { keyOf, remember } = numbering();
  const places = new Map([[keyOf(start), 0]]);
  const reached: Reached[] = [{ state: start, from: -1, name: '' }];
  const edges: [number, number, Move['by']][] = [];
  for (let from = 0; from < reached.length; from += 1) {
    const { state } = reached[from] as Reached;
    remember(state);
    const wrong = promised.find(({ holds }) => !holds(state));
    if (wrong !== undefined)
      return {
        states: reached.length,
        moves: edges.length,
        broken: { property: wrong.name, path: pathTo(reached, from) },
      };
    for (const { name, by, to } of movesFrom(state, assumptions, omitted)) {
      const key = keyOf(to);
      const known = places.get(key);
      const place = known ?? reached.push({ state: to, from, name }) - 1;
      if (known === undefined) places.set(key, place);
      edges.push([from, place, by]);
    }
  }
  return { states: reached.length, moves: edges.length, stuck: stuckIn(reached, edges) };
};
