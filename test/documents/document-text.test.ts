import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { errorsOf } from './errors-of.ts';

describe('the text of a document', () => {
  it('is refused with twenty lines and the number of the others', () => {
    const text = 'version: 1\n    match: {project: "*"}\n'.repeat(12);
    expect(errorsOf(text)).toHaveLength(21);
    expect(errorsOf(text).at(-1)).toMatch(/^and \d+ more$/);
  });

  it('names the first of many thousand mistakes in one mapping, and counts the others', () => {
    const keys = Array.from({ length: 20_000 }, (_, at) => `key${at}: 1\n`).join('');
    const errors = errorsOf(`version: 1\nrules: []\n${keys}${keys}`);
    expect(errors[1]).toMatch(/^p\.yaml:3:1 key0: is not a known key; allowed keys: version, mode/);
    expect(errors.at(-1)).toBe('and 39981 more');
  });

  it('refuses aliases, so that a small text cannot stand for a huge one', () => {
    const bomb = ['a: &a [x, x]', 'b: &b [*a, *a]', 'c: &c [*b, *b]'].join('\n');
    expect(errorsOf(bomb)).toHaveLength(4);
    expect(errorsOf(bomb)[0]).toBe('p.yaml:2:8 document: aliases are not allowed: repeat the value');
    expect(errorsOf('a: *missing')).toContain('p.yaml:1:4 document: aliases are not allowed: repeat the value');
  });

  it.each(['[', '- ', '{a: ', '? '])('refuses %j nested without end before it can exhaust the process', (opening) => {
    expect(errorsOf(opening.repeat(20_000))).toEqual([
      expect.stringMatching(/^p\.yaml:1:\d+ document: is nested too deeply$/),
    ]);
  });

  it('is either valid or refused with lines that all name a place, whatever the text', () => {
    const piece = fc.constantFrom(
      'version: 1\n',
      'rules:\n',
      '  - name: a\n',
      '    match: {project: "*"}\n',
      'mode: x\n',
      '[',
      '*a ',
      '"',
      '\t',
      '---\n',
      '!x ',
      '&a ',
      ': ',
      '? ',
      '%',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')),
        ),
        (text) => {
          const lines = errorsOf(text);
          // Twenty lines are listed; one more may count the others.
          const listed = /^and \d+ more$/.test(lines[20] ?? '') ? lines.slice(0, 20) : lines;
          for (const line of listed) expect(line).toMatch(/^p\.yaml:\d+:\d+ \S.*: \S/);
        },
      ),
      { numRuns: 300 },
    );
  });
});
