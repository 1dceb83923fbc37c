import { PassThrough, Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { type Console, type ConsoleOptions, createConsole } from '../../../lib/cli/shell/console.ts';
import { print } from '../../../lib/cli/shell/print.ts';

const collecting = () => {
  let text = '';
  const stream = new Writable({
    write: (chunk, _, done) => {
      text += String(chunk);
      done();
    },
  });
  return { stream, text: () => text };
};

const opened = (colour: boolean, json = false) => {
  const [out, err] = [collecting(), collecting()];
  return {
    console: createConsole({ out: out.stream, err: err.stream, colour }, json ? { format: 'json' } : {}),
    out: out.text,
    err: err.text,
  };
};

const red = '\u001b[31mred\u001b[39m';
const shown = String.raw`\u001b[31mred\u001b[39m`;

describe('the console', () => {
  it('has no colours but its own, in lines and in cells', () => {
    const { console, out } = opened(true);
    console.line({ text: red, style: 'bold' });
    console.line(red);
    console.table(['a'], [[{ text: red, style: 'green' }]]);
    const [bold, plain, ...table] = out().split('\n');
    expect(bold).toBe(`\u001b[1m${shown}\u001b[22m`);
    expect(plain).toBe(shown);
    expect(table.join('\n')).toContain(`\u001b[32m${shown}\u001b[39m`);
    expect(out()).not.toContain('\u001b[31m');
  });

  it('has no colours at all where there should be none', () => {
    const { console, out } = opened(false);
    console.line({ text: 'text', style: 'bold' });
    console.table(['a'], [[{ text: 'cell', style: 'green' }]]);
    expect(out()).not.toContain('\u001b');
  });

  it('makes one line of each line and note, and aligns cells by what is shown', () => {
    const { console, out, err } = opened(false);
    console.line('a\nb\rc');
    console.note('a\nb\u202ec');
    console.table(['head'], [['\u200b'], ['x']]);
    const lines = out().trimEnd().split('\n');
    expect(lines[0]).toBe(String.raw`a\u000ab\u000dc`);
    expect(err()).toBe(`${String.raw`a\u000ab\u202ec`}\n`);
    expect(new Set(lines.slice(1).map((line) => line.length)).size).toBe(1);
  });

  it('escapes in JSON what does not show, and says the version of the format', () => {
    const { console, out } = opened(true, true);
    console.json({ name: 'a\u202eb' });
    expect(out()).toBe(String.raw`{
  "name": "a\u202eb",
  "format": 1
}
`);
  });
});

it('text of several lines keeps their ends and nothing else that does not show', () => {
  const { stream, text } = collecting();
  print(stream, 'a\u001b[2J\r\nb\rc\n\nd\u202e');
  expect(text()).toBe(`${String.raw`a\u001b[2J`}\r\n${String.raw`b\u000dc`}\n\n${String.raw`d\u202e`}`);
});

const rows = Array.from({ length: 250 }, (_, n) => [`row ${n}`]);

/** What a table of 250 rows looks like where standard output is a terminal or not. */
const longTable = (isTTY: boolean, json = false): string => {
  const stream = Object.assign(new PassThrough(), { isTTY });
  createConsole({ out: stream, err: stream, colour: false }, json ? { format: 'json' } : {}).table(['name'], rows);
  return String(stream.read());
};

describe('a long table', () => {
  it('is cut after 200 rows on a terminal, and says how to see the rest', () => {
    const text = longTable(true);
    expect(text).toContain('row 199');
    expect(text).not.toContain('row 200');
    expect(text).toContain('… and 50 more rows; redirect the output to a file or a pipe to see them all\n');
  });

  it('is whole in a file or a pipe', () => {
    const text = longTable(false);
    expect(text).toContain('row 249');
    expect(text).not.toContain('more rows');
  });
});

/** What a console with these options writes; `columns` makes standard output a terminal. */
const written = (options: ConsoleOptions, use: (console: Console) => void, columns?: number) => {
  const [out, err] = [collecting(), collecting()];
  const terminal = columns === undefined ? {} : { isTTY: true, columns };
  use(createConsole({ out: Object.assign(out.stream, terminal), err: err.stream, colour: false }, options));
  return { out: out.text(), err: err.text() };
};

const all = (console: Console) => {
  console.line('a line');
  console.records(
    ['name', 'GB'],
    [
      ['=orders', '-5'],
      ['b|c', 20],
    ],
  );
  console.table(['other'], [['beside']]);
  console.note('a note');
  console.progress('reading', 1, 1);
};

describe('the formats of a console', () => {
  it('csv is one table, with numbers as numbers and no formulas; everything else goes to standard error', () => {
    const { out, err } = written({ format: 'csv' }, all);
    expect(out).toBe("name,GB\r\n'=orders,-5\r\nb|c,20\r\n");
    expect(err).toContain('a line\n');
    expect(err).toContain('beside');
  });

  it('markdown has paragraphs and tables, and no markup from names', () => {
    expect(written({ format: 'markdown' }, all).out).toBe(
      String.raw`a line

| name | GB |
|---|---|
| =orders | -5 |
| b\|c | 20 |

| other |
|---|
| beside |

`,
    );
  });

  it('json has nothing on standard output but its document', () => {
    const { out } = written({ format: 'json' }, (console) => {
      all(console);
      console.json({ a: 1 });
    });
    expect(JSON.parse(out)).toEqual({ a: 1, format: 1 });
  });

  it('an answer is a document with json, and the text that shows it otherwise', () => {
    const answered = (json: boolean) => {
      const { console, out } = opened(false, json);
      console.answer({ retried: 2 }, () => console.line('2 wait.'));
      return out();
    };
    expect(JSON.parse(answered(true))).toEqual({ retried: 2, format: 1 });
    expect(answered(false)).toBe('2 wait.\n');
  });

  it('quiet leaves out notes and progress, and no result', () => {
    const [loud, quiet] = [written({}, all), written({ quiet: true }, all)];
    expect(loud.err).toBe('a note\nreading: 1 of 1\n');
    expect(quiet).toEqual({ out: loud.out, err: '' });
  });

  it('quiet leaves out no problem', () => {
    expect(written({ quiet: true }, (console) => console.problem('a problem')).err).toBe('a problem\n');
  });
});

describe('a console on a terminal', () => {
  it('begins a note on a line of its own beside a bar of progress, and then shows the bar again', () => {
    const err = collecting();
    const terminal = Object.assign(err.stream, { isTTY: true, columns: 80 });
    const { progress, note } = createConsole({ out: collecting().stream, err: terminal, colour: false });
    progress('reading', 1, 3);
    note('a note');
    progress('reading', 3, 3);
    const [before = '', after = ''] = err.text().split('a note\n');
    expect(before).toMatch(/reading .* 1\/3[^\n]*\n$/);
    expect(after).toMatch(/^[^\n]*reading .* 3\/3[^\n]*\n$/);
  });

  it('wraps lines at words', () => {
    expect(written({}, (console) => console.line('  some words of a line'), 14).out).toBe(
      '  some words\n  of a line\n',
    );
  });

  it('has separators in money and in columns of GB, after sorting, and in no name; a file has none', () => {
    const rows = [
      ['2400', '12000', '1500.00 EUR'],
      ['2401', 'forecast', '900.00'],
      ['2402', { text: '0 → 2000', style: 'green' as const }, '?'],
    ];
    const [terminal, file] = [80, undefined].map(
      (columns) =>
        written({ sort: 'cost' }, ({ records }) => records(['disk', 'maximum GB', 'cost'], rows), columns).out,
    );
    expect(
      terminal
        ?.trimEnd()
        .split('\n')
        .slice(1)
        .map((line) => line.split(/ {2,}/)),
    ).toEqual([
      ['2401', 'forecast', '900.00'],
      ['2400', '12,000', '1,500.00 EUR'],
      ['2402', '0 → 2,000', '?'],
    ]);
    expect(file).toMatch(/│ 2400 │ 12000 +│ 1500\.00 EUR │/);
  });

  it('shows as many records as the user wants, and says how many more exist', () => {
    const { out } = written({ limit: 1, sort: '-GB' }, all, 80);
    expect(out).toContain('b|c   20\n… and 1 more; --limit shows them\n');
    expect(out).not.toContain('=orders');
  });

  it('is read by a person at a terminal unless the user asks for details; a file has all of them, unless the user asks for less', () => {
    const readerOf = (options: ConsoleOptions, columns?: number) => {
      let reader: string | undefined;
      written(
        options,
        (console) => {
          reader = console.reader;
        },
        columns,
      );
      return reader;
    };
    expect([readerOf({}, 80), readerOf({ details: true }, 80)]).toEqual(['terminal', 'details']);
    expect([readerOf({}), readerOf({ details: false })]).toEqual(['details', 'terminal']);
    expect(readerOf({ format: 'csv', details: false }, 80)).toBe('program');
  });
});
