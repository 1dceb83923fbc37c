import { describe, expect, it } from 'vitest';
import { unknownGrowth } from '../../../lib/core/twin/unknown-growth.ts';

const rate = (type: string, gbPerDay: number, diskGb = 100) => ({ type, diskGb, gbPerDay });
const service = { type: 'kafka', diskGb: 200, seenGbPerDay: null };

describe('a growth that no measurement shows', () => {
  it('is typical of its type, for the size of its disk, with a wide band', () => {
    const known = [
      rate('kafka', 1),
      rate('kafka', 2),
      rate('kafka', 3),
      rate('pg', 50),
      rate('pg', 60),
      rate('pg', 70),
    ];
    const growth = unknownGrowth(service, known);
    expect(growth).toMatchObject({ kind: 'unknown', gbPerDay: 4 });
    expect(growth.lowGbPerDay).toBeLessThanOrEqual(1);
    expect(growth.highGbPerDay).toBeGreaterThanOrEqual(16);
  });

  it('is typical of all services where too few of its type are known, and of any organization without these', () => {
    expect(unknownGrowth(service, [rate('kafka', 9), rate('pg', 1), rate('pg', 2)]).gbPerDay).toBe(4);
    expect(unknownGrowth(service, [rate('pg', 5)]).gbPerDay).toBe(0.5);
  });

  it('is never 0, however idle the others are', () => {
    expect(unknownGrowth(service, [rate('kafka', 0), rate('kafka', 0), rate('kafka', 0)]).gbPerDay).toBeGreaterThan(0);
  });

  it('is not below what the few days show', () => {
    expect(unknownGrowth({ ...service, seenGbPerDay: 25 }, [])).toMatchObject({ gbPerDay: 25, highGbPerDay: 100 });
  });
});
