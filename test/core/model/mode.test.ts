import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type FoundMode,
  modeAsked,
  modeFindings,
  modeForbids,
  modeHolding,
  stricter,
} from '../../../lib/core/model/mode.ts';
import type { Mode } from '../../../lib/core/model/model.ts';

const modes: readonly Mode[] = ['enforce', 'observe', 'stop'];
const set = (mode: Mode): FoundMode => ({ mode, since: '2026-03-02T08:00:00.000Z', by: 'ada' });
const unreadable: FoundMode = { problem: 'mode.json in the store is not JSON' };

describe('the mode that holds', () => {
  it.each<[Mode, FoundMode, Mode]>([
    ['enforce', null, 'enforce'],
    ['observe', null, 'observe'],
    ['stop', null, 'stop'],
    ['enforce', set('enforce'), 'enforce'],
    ['enforce', set('observe'), 'observe'],
    ['enforce', set('stop'), 'stop'],
    ['observe', set('enforce'), 'observe'],
    ['observe', set('stop'), 'stop'],
    ['stop', set('enforce'), 'stop'],
    ['stop', set('observe'), 'stop'],
    ['enforce', unreadable, 'stop'],
    ['observe', unreadable, 'stop'],
  ])('of a policy that says %s beside %j is %s', (policy, found, holds) => {
    expect(modeHolding(policy, found)).toBe(holds);
  });

  it('is as strict as the stricter one, whichever comes first', () => {
    const mode = fc.constantFrom(...modes);
    fc.assert(
      fc.property(mode, mode, mode, (a, b, c) => {
        expect(stricter(a, b)).toBe(stricter(b, a));
        expect(stricter(a, stricter(b, c))).toBe(stricter(stricter(a, b), c));
        expect([a, b]).toContain(stricter(a, b));
        expect(stricter(a, 'stop')).toBe('stop');
      }),
    );
  });
});

describe('what stands against a write', () => {
  it('is nothing exactly where the store asks for enforce', () => {
    for (const found of [null, unreadable, ...modes.map(set)]) {
      expect(modeForbids(found) === null).toBe(modeAsked(found) === 'enforce');
    }
  });

  it('names who set the mode, since when, and what ends it', () => {
    expect(modeForbids(set('stop'))).toBe(
      'ada set the mode to stop at 2026-03-02T08:00:00.000Z. To allow writes: headroom mode enforce.',
    );
    expect(modeForbids(unreadable)).toMatch(/^mode\.json in the store is not JSON, so the mode is stop\. Set it again/);
  });
});

describe('findings about the mode', () => {
  it('are present only when the store decides', () => {
    expect(modeFindings('enforce', null)).toEqual([]);
    expect(modeFindings('stop', set('observe'))).toEqual([]);
    expect(modeFindings('observe', set('observe'))).toEqual([]);
    expect(modeFindings('enforce', set('observe'))).toMatchObject([
      { code: 'mode-of-store', message: expect.stringContaining("The policy's mode is enforce.") },
    ]);
    expect(modeFindings('stop', unreadable)).toMatchObject([{ code: 'mode-unreadable' }]);
  });
});
