/** A stream of 32-bit numbers whose whole state is one number: the same seed gives the same ids. */
export interface Random {
  state: number;
}

export const randomFrom = (seed: number): Random => ({ state: seed >>> 0 });

/** A stream for each number, which depends on seed, text and number only. */
export const randomsOf = (seed: number, text: string): ((number: number) => Random) => {
  // FNV-1a over the text, so that similar names give unrelated values.
  let hash = 0x811c9dc5 ^ seed;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return (number) => randomFrom(hash ^ Math.imul(number, 0x9e3779b1));
};

/** Fractions in [0, 1) by number, which depend on seed, text and number only and draw from no stream. */
export const fractionsOf = (seed: number, text: string): ((number: number) => number) => {
  const randomOf = randomsOf(seed, text);
  return (number) => drawFraction(randomOf(number));
};

/** Next 32 bits (mulberry32). */
const draw32 = (random: Random): number => {
  random.state = (random.state + 0x6d2b79f5) >>> 0;
  let mixed = Math.imul(random.state ^ (random.state >>> 15), random.state | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return (mixed ^ (mixed >>> 14)) >>> 0;
};

/** Next fraction in [0, 1). */
export const drawFraction = (random: Random): number => draw32(random) / 2 ** 32;

/** Next id in the format of a random UUID, like the platform's ids (pf 2). */
export const drawUuid = (random: Random): string => {
  const hex = Array.from({ length: 4 }, () => draw32(random).toString(16).padStart(8, '0')).join('');
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 3) | 8).toString(16);
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, variant + hex.slice(17, 20), hex.slice(20)].join(
    '-',
  );
};
