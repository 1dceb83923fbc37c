import { describe, expect, it } from 'vitest';
import { oncePerObject, remembering } from '../../../lib/core/model/remembering.ts';

/** Parses by counting: what was parsed anew has another number. */
const counted = (mostCharacters = 1_000_000) => {
  let parses = 0;
  return remembering(
    (key, body) => {
      parses += 1;
      return `${key} ${body.slice(0, 3)} ${parses}`;
    },
    (characters) => characters <= mostCharacters,
  );
};

describe('what is remembered of a text', () => {
  it('is parsed once while its text stays the same, and anew when it changes', () => {
    const read = counted();
    const contents = ['one', 'one', 'two', 'two', 'one'].map((body) => read('a', body));
    expect(contents).toEqual(['a one 1', 'a one 1', 'a two 2', 'a two 2', 'a one 3']);
    expect(read('b', 'one')).toBe('b one 4');
  });

  it('is forgotten, oldest first, when many or long texts were read since', () => {
    const read = counted();
    const long = (text: string) => text.padEnd(400_000, '.');
    const [a, b, c] = [long('aaa'), long('bbb'), long('ccc')];
    read('a', a);
    read('b', b);
    read('c', c);
    expect(read('b', b)).toBe('b bbb 2');
    expect(read('a', a)).toBe('a aaa 4');
    const huge = 'x'.repeat(1_000_001);
    expect(read('huge', huge)).not.toBe(read('huge', huge));
    expect(read('c', c)).toBe('c ccc 3');
  });
});

describe('what is made of an object', () => {
  it('is made once while it is the same object, also where that is nothing', () => {
    let made = 0;
    const countedOf = oncePerObject((of: { readonly name?: string }) => {
      made += 1;
      return of.name;
    });
    const [named, nameless] = [{ name: 'a' }, {}];
    expect([named, nameless, named, nameless].map(countedOf)).toEqual(['a', undefined, 'a', undefined]);
    expect(made).toBe(2);
    expect(countedOf({ ...named })).toBe('a');
    expect(made).toBe(3);
  });
});
