import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amounts, firstUnseen, grouped, spanText, visible, visibleJson } from '../../../lib/core/model/visible-text.ts';

const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

describe('text that people read', () => {
  it.each([
    ['an escape sequence', '\u001b[31mred', String.raw`\u001b[31mred`],
    ['a carriage return and a line break', 'a\r\nb', String.raw`a\u000d\u000ab`],
    ['a bidirectional override', 'abc\u202ecba', String.raw`abc\u202ecba`],
    ['a zero-width space', 'a\u200bb', String.raw`a\u200bb`],
    ['a tag character beyond the first plane', 'a\u{e0041}', String.raw`a\udb40\udc41`],
    ['half of a pair', 'a\ud800', String.raw`a\ud800`],
    ['a line separator', 'a\u2028b', String.raw`a\u2028b`],
  ])('shows %s as its escape', (_what, text, shown) => {
    expect(visible(text)).toBe(shown);
  });

  it('is left as it is where all of it shows, in every script', () => {
    const text = 'Zürich – 東京 ✓ עברית العربية 🙂 100 GB';
    expect(visible(text)).toBe(text);
    expect(firstUnseen(text)).toBeUndefined();
  });

  it('has its first unseen character named', () => {
    expect(firstUnseen('a\u202e\u200b')).toBe('U+202E');
    expect(firstUnseen('\t')).toBe('U+0009');
    expect(firstUnseen('\u{e0041}')).toBe('U+E0041');
  });

  it('shows nothing unseen, whatever it is', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => !unseen.test(visible(text))));
  });
});

describe('JSON that is printed', () => {
  it('means the same and shows nothing unseen but its own line breaks', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' })), (value) => {
        for (const indent of [undefined, 2]) {
          const text = visibleJson(value, indent);
          expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
          expect(unseen.test(text.replaceAll('\n', ''))).toBe(false);
        }
      }),
    );
  });
});

describe('a text of numbers', () => {
  it.each([
    [999, '999'],
    [1000, '1,000'],
    [1_234_567, '1,234,567'],
    ['-12345', '-12,345'],
    ['154086.50', '154,086.50'],
    ['0.123456', '0.123456'],
    ['+4000 GB, +12000.00 a month', '+4,000 GB, +12,000.00 a month'],
    ['1,000', '1,000'],
  ])('%s has commas between thousands: %s', (given, shown) => {
    expect(grouped(given)).toBe(shown);
  });
});

describe('amounts in a sentence', () => {
  it('have separators, and names keep their digits', () => {
    expect(amounts('Grow orders-pg-0180 95, or web-1180: -4321 GB, +48000 GB of 1234567.89 USD.')).toBe(
      'Grow orders-pg-0180 95, or web-1180: -4,321 GB, +48,000 GB of 1,234,567.89 USD.',
    );
  });
});

describe('a span of time', () => {
  it.each([
    [1, '1 minute'],
    [119, '119 minutes'],
    [120, '2 hours'],
    [47 * 60 + 59, '47 hours'],
    [48 * 60, '2 days'],
  ])('of %i minutes is %s', (minutes, text) => {
    expect(spanText(minutes)).toBe(text);
  });
});
