import { expect, it } from 'vitest';
import { commentOf, type Part } from '../../../../lib/cli/views/markdown/parts.ts';

/** A table of about 30,000 bytes, which may take the whole comment. */
const tableOf = (title: string): Part => ({
  kind: 'table',
  title,
  table: {
    head: ['service'],
    rows: Array.from({ length: 300 }, (_, at) => [`${at} `.padEnd(96, 'x')]),
    more: (rows) => `and ${rows} more`,
  },
  mostBytes: 60_000,
});

it('a comment fits although the shares of its tables are more than its room together', () => {
  const comment = commentOf([tableOf('first'), tableOf('second'), tableOf('third')]);
  expect(Buffer.byteLength(comment)).toBeLessThanOrEqual(60_000);
  expect(comment).toContain('**first**');
  expect(comment).toContain('more');
});
