import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../../lib/client/transport/redact.ts';

describe('cleaning text from outside', () => {
  it('takes out every token it has learned, the longest first', () => {
    const redactor = createRedactor();
    redactor.learn('abc');
    redactor.learn('abcdef');
    expect(redactor.clean('old abc, new abcdef')).toBe('old [token], new [token]');
  });

  it('takes out a token that is echoed percent-encoded or as JSON', () => {
    const redactor = createRedactor();
    redactor.learn('a+/="b');
    expect(redactor.clean('a%2B%2F%3D%22b and a+/=\\"b')).toBe('[token] and [token]');
  });

  it('takes out tokens alone, where the lines of a text must stay', () => {
    const redactor = createRedactor();
    redactor.learn('secret-token');
    expect(redactor.hide(`one secret-token\ntwo ${'x'.repeat(600)}`)).toBe(`one [token]\ntwo ${'x'.repeat(600)}`);
  });

  it('makes control and invisible characters a space', () => {
    expect(createRedactor().clean('one\r\n\u001b[31mtwo\u200bthree\u2028four')).toBe('one [31mtwo three four');
  });

  it('cuts to 500 characters, and only after the token is out', () => {
    const redactor = createRedactor();
    redactor.learn('secret-token');
    const cleaned = redactor.clean(`${'x'.repeat(494)}secret-token${'y'.repeat(100)}`);
    expect(cleaned).toHaveLength(500);
    expect(cleaned).not.toContain('secret');
  });

  it('leaves no token in any text', () => {
    const token = fc.string({ minLength: 8, maxLength: 40 }).filter((text) => /^[\x21-\x7e]+$/.test(text));
    fc.assert(
      fc.property(token, fc.string(), fc.string(), (secret, before, after) => {
        const redactor = createRedactor();
        redactor.learn(secret);
        expect(redactor.clean(before + secret + after)).not.toContain(secret);
      }),
    );
  });
});
