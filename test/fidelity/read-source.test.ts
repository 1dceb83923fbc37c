import { describe, expect, it } from 'vitest';
import { piecesWith } from './read-source.ts';

const pieces = (source: string) =>
  piecesWith(/./, source).map(({ kind, content }) => `${kind === 'comment' ? '#' : '"'}${content}`);

describe('comments and texts of a source', () => {
  it.each([
    ["// one\nf('two')", ['#one', '"two']],
    ['/** one\n * two */ f("three")', ['#one two', '"three']],
    ["const a = '// no comment';", ['"// no comment']],
    ['const a = "it\'s"; // it\'s', ['"it\'s', "#it's"]],
    ["f('a\\'b')", ['"a\\\'b']],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the source of a template is what it is about
    ["f(`a ${g('b')} 'c' ${'`'}`, 'd')", ["\"a ${g('b')} 'c' ${'`'}", '"d']],
    ["s.replace(/'/g, 'a')", ['"a']],
    ["s.replace(/[/']\\//, 'a')", ['"a']],
    ["const half = (a + b) / 2; f('c / d');", ['"c / d']],
    ["return /'/.test(s) ? 'a' : 'b';", ['"a', '"b']],
  ])('%s', (source, found) => {
    expect(pieces(source)).toEqual(found);
  });

  it('know the code before and after them, without other comments', () => {
    const source = "/* a */ // b\nit('c', () => {});";
    const [first, , text] = piecesWith(/./, source);
    expect(first).toMatchObject({ before: '', after: 'it(' });
    expect(text).toMatchObject({ before: 'it(', after: ', () => {});' });
  });
});
