import { describe, it } from 'vitest';
import { expectLawful, seedsOf } from '../../../simulator/lives/lives.ts';

describe('every law holds for 90 days of an organization', () => {
  it.each(seedsOf(1))('drawn from seed %d', expectLawful);
});
