import { describe, expect, it } from 'vitest';
import { appearedIn, otherStoreFinding } from '../../../lib/core/inventory/other-store.ts';

const named = (...names: string[]) => names.map((name) => ({ name }));

describe('an endpoint of Headroom that is new in a project', () => {
  const before = { endpoints: named('headroom-a', 'by-hand') };

  it('counts as created elsewhere, unless a run of this store may have created it', () => {
    const endpoints = named('headroom-a', 'headroom-b', 'other');
    expect(appearedIn(before, endpoints, '2030-01-01T00:00:00.000Z')).toEqual({
      'headroom-b': '2030-01-01T00:00:00.000Z',
    });
    expect(appearedIn({ ...before, granted: [{ service: 'b' }] }, endpoints, '2030-01-01T00:00:00.000Z')).toEqual({});
    expect(appearedIn(undefined, endpoints, '2030-01-01T00:00:00.000Z')).toEqual({});
  });

  it('counts for a week from then, or until it is gone', () => {
    const endpoints = named('headroom-b');
    const appeared = { 'headroom-b': '2030-01-01T00:00:00.000Z', 'headroom-gone': '2030-01-01T00:00:00.000Z' };
    const reading = { endpoints, appeared };
    expect(appearedIn(reading, endpoints, '2030-01-07T23:59:59.999Z')).toEqual({
      'headroom-b': '2030-01-01T00:00:00.000Z',
    });
    expect(appearedIn(reading, endpoints, '2030-01-08T00:00:00.000Z')).toEqual({});
    expect(appearedIn({ endpoints }, endpoints, '2030-01-09T00:00:00.000Z')).toEqual({});
  });
});

describe('the finding about another store', () => {
  const at = '2030-01-01T00:00:00.000Z';
  const appeared = Object.fromEntries(['d', 'c', 'b', 'a'].map((name) => [`headroom-${name}`, at]));

  it('names three endpoints and counts the rest', () => {
    const [finding] = otherStoreFinding({ project: 'shop', appeared });
    expect(finding?.message).toContain(
      '4 endpoints of Headroom appeared that this store did not create: headroom-a, headroom-b, headroom-c, and 1 more.',
    );
  });

  it('leaves out endpoints that this store has applied, which a list without them for a time shows again', () => {
    const applied = Object.keys(appeared).map((endpointName) => ({ endpointName }));
    expect(otherStoreFinding({ project: 'shop', appeared }, applied)).toEqual([]);
    expect(otherStoreFinding({ project: 'shop' })).toEqual([]);
  });
});
