import { describe, expect, it } from 'vitest';
import { marksReader } from './marks.ts';

const ids = [
  '§1.1',
  '§1.2',
  '§2.1 name',
  '§2.1 name of all',
  '§2.4 saml',
  '§2.4 saml.enabled',
  '§2.4 saml.key',
  '§4.5',
  '§5',
];
const read = marksReader(
  [...ids, '§3 disabled→enabled', '§3 disabled', 'pf 2.13 409', 'pf 2.13 409 only one', 'pf 2.14 me'].map((id) => ({
    id,
  })),
);

describe('marks', () => {
  it.each([
    ['grows (§1.1, §1.2)', ['§1.1', '§1.2']],
    ['spec.md §1.1 says it', ['§1.1']],
    ['§2.1 name: required', ['§2.1 name']],
    ['§2.1 name of all', ['§2.1 name of all']],
    ['§3 disabled→enabled', ['§3 disabled→enabled']],
    ['§2.4 saml.', ['§2.4 saml']],
    ['§2.4 saml.key.', ['§2.4 saml.key']],
    ['pf 2.13 409 only one: %i', ['pf 2.13 409 only one']],
    ['GET /me (pf 2.14 me)', ['pf 2.14 me']],
    ['sections alone: §1, §2.1; pf 2.13', []],
    ['others: design §9.9, §9.8, scale §5, interface.md §5, pf 2.130, pf 2.1', []],
    ['both (design §9.9; §1.1)', ['§1.1']],
  ])('%s', (text, named) => {
    const marks = read(text);
    expect([[...marks.rows], marks.unknown]).toEqual([named, []]);
  });

  it.each([
    ['§2.4 saml.*', ['§2.4 saml.enabled', '§2.4 saml.key']],
    ['§2.4 * and more', ['§2.4 saml']],
    ['§2.4 $path is taken', ['§2.4 saml', '§2.4 saml.enabled', '§2.4 saml.key']],
    ['§2.4 saml.k*.', ['§2.4 saml.key']],
  ])('%s names all that fit', (text, named) => {
    const marks = read(text);
    expect([[...marks.byPattern].sort(), marks.unknown]).toEqual([named, []]);
  });

  it.each(['§7', '§1.9', '§2.1 nme', '§2.1 asks for it', '§2.1 names', '§2.4 openid.*', 'pf 2.13 408 gone'])(
    '%s names no row',
    (text) => {
      expect(read(text).unknown).toHaveLength(1);
    },
  );
});
