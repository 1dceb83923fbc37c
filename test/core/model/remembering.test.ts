import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSame, oncePerObject, remembering, unlessSame } from '../../../lib/core/model/remembering.ts';

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

const anything = fc.anything({
  withMap: true,
  withSet: false,
  withNullPrototype: false,
  withBigInt: true,
  maxDepth: 4,
});

describe('two values are the same', () => {
  it('if one is a copy of the other', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (value, other) => {
        const both = { value, map: new Map([['other', other]]), set: new Set(['value']) };
        expect(isSame(both, structuredClone(both))).toBe(true);
      }),
    );
  });

  it('only if they have equal contents', () => {
    fc.assert(
      fc.property(anything, anything, (a, b) => {
        if (isSame(a, b)) expect(a).toEqual(b);
      }),
    );
  });

  it.each<[string, unknown, unknown]>([
    ['lists in another order', [1, 2], [2, 1]],
    ['a list that goes on', [1], [1, 2]],
    ['a list and an object with its members', ['a'], { 0: 'a', length: 1 }],
    ['a member that is undefined and one that is absent', { a: undefined }, {}],
    ['a member of another name', { a: undefined }, { b: undefined }],
    ['maps with other values', new Map([['a', { b: 1 }]]), new Map([['a', { b: 2 }]])],
    ['maps with other keys', new Map([['a', 1]]), new Map([['b', 1]])],
    ['a map with one key more', new Map([['a', 1]]), new Map(Object.entries({ a: 1, b: 2 }))],
    ['a map and an object', new Map(), {}],
    ['sets with other items', new Set(['a']), new Set(['b'])],
    ['null and an object', null, {}],
    ['functions of the same text', () => 1, () => 1],
    ['two dates, which are compared by nothing', new Date(0), new Date(0)],
  ])('but not %s', (_, a, b) => {
    expect([isSame(a, b), isSame(b, a)]).toEqual([false, false]);
  });
});

describe('a function that is called again', () => {
  const countedBelow = (most: number) => {
    const calls: number[][] = [];
    const call = unlessSame(
      (input: readonly number[]) => calls.push([...input]),
      (input) => input.length <= most,
    );
    return { call, calls };
  };

  it('gives its last result for an input with the same contents, and only for that', () => {
    const { call, calls } = countedBelow(9);
    expect([[1], [1], [2], [1]].map(call)).toEqual([1, 1, 2, 3]);
    expect(calls).toEqual([[1], [2], [1]]);
  });

  it('keeps nothing of an input that is too large', () => {
    const { call } = countedBelow(1);
    expect([[1, 2], [1, 2], [1], [1]].map(call)).toEqual([1, 2, 3, 3]);
  });

  it('keeps nothing of a call that fails', () => {
    let calls = 0;
    const call = unlessSame(
      (_: string) => {
        calls += 1;
        if (calls < 3) throw new Error('not yet');
        return calls;
      },
      () => true,
    );
    expect(() => call('a')).toThrow('not yet');
    expect(() => call('a')).toThrow('not yet');
    expect([call('a'), call('a')]).toEqual([3, 3]);
  });
});
