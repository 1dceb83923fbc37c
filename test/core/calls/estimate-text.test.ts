import { expect, it } from 'vitest';
import { estimateText } from '../../../lib/core/calls/estimate-text.ts';

it('says how many calls are to come, and how long they take at a limited rate', () => {
  expect(estimateText(400, 100, 'prices')).toBe('400 calls to read prices: about 5 minutes at 100 calls a minute');
  expect(estimateText(1, Number.POSITIVE_INFINITY, 'disk use')).toBe('1 call to read disk use');
});
