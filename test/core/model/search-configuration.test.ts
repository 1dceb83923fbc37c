import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  configurationOf,
  isSameValue,
  type OptionValue,
  optionChangeText,
  optionValueAt,
} from '../../../lib/core/model/search-configuration.ts';

const value = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<OptionValue>;

describe('a search configuration', () => {
  it('is looked into by dotted paths; what is not there is null', () => {
    const configuration = { engine: { ism_enabled: false, list: [1] }, service_log: null };
    expect(optionValueAt(configuration, 'engine.ism_enabled')).toBe(false);
    expect(optionValueAt(configuration, 'engine.list')).toEqual([1]);
    for (const path of ['engine.nothing', 'nothing.at.all', 'service_log.deeper', 'engine.list.0', 'toString']) {
      expect(optionValueAt(configuration, path)).toBeNull();
    }
  });

  it('is put together from changes and holds nothing else', () => {
    const changes = [
      { path: 'engine.ism_enabled', from: false, to: true },
      { path: 'engine.auth_failure_listeners.ip_rate_limiting.type', from: null, to: 'ip' },
      { path: 'service_log', from: true, to: null },
    ];
    expect(configurationOf(changes)).toEqual({
      engine: { ism_enabled: true, auth_failure_listeners: { ip_rate_limiting: { type: 'ip' } } },
      service_log: null,
    });
  });

  it('says the same in whatever order the members of its objects stand, and not that of its lists', () => {
    expect(isSameValue([{ a: 1, b: [2, 3] }], [{ b: [2, 3], a: 1 }])).toBe(true);
    expect(isSameValue([1, 2], [2, 1])).toBe(false);
    expect(isSameValue({ a: 1 }, { a: 1, b: null })).toBe(false);
    fc.assert(
      fc.property(value, value, (one, other) => {
        const copy = JSON.parse(JSON.stringify(one));
        expect(isSameValue(JSON.parse(JSON.stringify(one)), copy)).toBe(true);
        expect(isSameValue(one, other)).toBe(isSameValue(other, one));
      }),
    );
  });

  it('has a short display text', () => {
    expect(optionChangeText({ path: 'a.b', from: null, to: 5 })).toBe('a.b: unset → 5');
    expect(optionChangeText({ path: 'a.b', from: 'x', to: null })).toBe('a.b: "x" → reset');
    expect(optionChangeText({ path: 'a', from: null, to: 'x'.repeat(500) }).length).toBeLessThan(100);
    expect(optionChangeText({ path: 'a', from: null, to: 5, restarts: true })).toBe(
      'a: unset → 5 (restarts the service)',
    );
  });
});
