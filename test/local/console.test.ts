import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createConsole } from '../../lib/local/console.ts';

const rows = Array.from({ length: 250 }, (_, n) => [`row ${n}`]);

/** What a table of 250 rows looks like where standard output is a terminal or not. */
const shown = (isTTY: boolean, json = false): string => {
  const stream = Object.assign(new PassThrough(), { isTTY });
  createConsole({ out: stream, err: stream, colour: false }, json).table(['name'], rows);
  return String(stream.read());
};

describe('a long table', () => {
  it('is cut after 200 rows on a terminal, and says how to see the rest', () => {
    const text = shown(true);
    expect(text).toContain('row 199');
    expect(text).not.toContain('row 200');
    expect(text).toContain('… and 50 more rows; write the output to a file or a pipe to see all\n');
  });

  it('is whole in a file or a pipe', () => {
    const text = shown(false);
    expect(text).toContain('row 249');
    expect(text).not.toContain('more rows');
  });
});
