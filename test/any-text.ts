import fc from 'fast-check';

/**
 * Text of any code points, halves of pairs among them. fast-check's own such strings begin by listing all of Unicode, which
 * takes a second.
 */
export const anyText: fc.Arbitrary<string> = fc
  .array(fc.nat(0x10ffff), { maxLength: 10 })
  .map((points) => String.fromCodePoint(...points));
