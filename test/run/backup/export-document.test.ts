import { beforeAll, describe, expect, it } from 'vitest';
import { checkExport } from '../../../lib/run/backup/check.ts';
import { each, linesOf, livedIn } from './lived-in.ts';

const isWhole = (text: string): Promise<boolean> =>
  checkExport(each(text.trimEnd().split('\n'))).then(
    () => true,
    () => false,
  );

/** All texts that differ from this one in one bit of the bytes from `start` to `end`. */
function* flipped(
  text: string,
  start: number,
  end: number,
): Generator<{ readonly place: string; readonly text: string }> {
  const bytes = Buffer.from(text);
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at] ?? 0;
    for (let bit = 0; bit < 8; bit += 1) {
      bytes[at] = byte ^ (1 << bit);
      yield { place: `bit ${bit} of byte ${at}`, text: bytes.toString('utf8') };
    }
    bytes[at] = byte;
  }
}

describe('an export', () => {
  let lines: readonly string[];
  let text: string;

  beforeAll(async () => {
    lines = await linesOf(await livedIn());
    text = lines.join('');
    expect(await isWhole(text)).toBe(true);
  });

  const missedIn = async (start: number, end: number): Promise<string[]> => {
    const missed: string[] = [];
    for (const one of flipped(text, start, end)) if (await isWhole(one.text)) missed.push(one.place);
    return missed;
  };

  it('is refused with any one bit of its header changed', async () => {
    expect(await missedIn(0, lines[0]?.length ?? 0)).toEqual([]);
  });

  it('is refused with any one bit of any key changed', async () => {
    const missed: string[] = [];
    let start = lines[0]?.length ?? 0;
    for (const line of lines.slice(1, -1)) {
      missed.push(...(await missedIn(start, start + line.indexOf('","sha256"'))));
      start += Buffer.byteLength(line);
    }
    expect(missed).toEqual([]);
  });

  it('is refused with any one bit of its last line changed', async () => {
    const all = Buffer.byteLength(text);
    expect(await missedIn(all - (lines.at(-1)?.length ?? 0), all - 1)).toEqual([]);
  });

  it('is refused with two bodies exchanged', async () => {
    const [one, other] = lines.slice(-4, -2).map((line) => JSON.parse(line));
    const exchanged = [
      { ...one, sha256: other.sha256, body: other.body },
      { ...other, sha256: one.sha256, body: one.body },
    ].map((line) => `${JSON.stringify(line)}\n`);
    expect(await isWhole(lines.toSpliced(-4, 2, ...exchanged).join(''))).toBe(false);
  });

  it('of another format is refused with the remedy', async () => {
    const header = (version: number) => `{"format":"headroom-store","version":${version}}`;
    await expect(checkExport(each([header(1)]))).rejects.toThrow(
      'line 1 of the export has version 1; this Headroom reads version 2. Export the store again',
    );
    await expect(checkExport(each([header(2)]))).rejects.toThrow('is not the beginning of an export');
  });
});
