import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../../lib/core/model/plain-data.ts';

describe('canonical JSON', () => {
  it('orders members at every depth and leaves out what is undefined and all white space', () => {
    expect(canonicalJson({ b: [{ d: 1, c: null }], a: 'x', gone: undefined })).toBe('{"a":"x","b":[{"c":null,"d":1}]}');
  });

  it('is the same text for the same content, in whatever order it was put together', () => {
    const reversed = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(reversed);
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(
        Object.entries(value)
          .reverse()
          .map(([name, member]) => [name, reversed(member)]),
      );
    };
    fc.assert(fc.property(fc.jsonValue(), (value) => canonicalJson(reversed(value)) === canonicalJson(value)));
  });

  it('keeps the content', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});
