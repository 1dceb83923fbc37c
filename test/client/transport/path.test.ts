import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { path } from '../../../lib/client/transport/path.ts';

describe('a path', () => {
  it('percent-encodes each name', () => {
    expect(path`/project/${'a/b'}/service/${'ü ?#%'}/tags`).toBe('/project/a%2Fb/service/%C3%BC%20%3F%23%25/tags');
  });

  it.each(['', '.', '..'])('refuses the name "%s", which would make it the path of something else', (name) => {
    expect(() => path`/project/${name}/service`).toThrow(/use the full name or id/);
  });

  it('refuses an incomplete character with a clear message', () => {
    expect(() => path`/project/${String.fromCharCode(0xd800)}/service`).toThrow(/contains an incomplete character/);
  });

  it('keeps as many parts as were written, whatever the names', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (name) => {
        fc.pre(name !== '.' && name !== '..');
        const url = new URL(path`/project/${name}/service`, 'https://api.example.com');
        expect(url.pathname.split('/')).toHaveLength(4);
        expect(decodeURIComponent(url.pathname.split('/')[2] ?? '')).toBe(name);
        expect(url.search + url.hash).toBe('');
      }),
    );
  });
});
