import { expect, it } from 'vitest';
import type { Decision } from '../../../lib/core/model/decision.ts';
import { policy } from '../../../lib/dashboard/pages/policy.ts';

const decided = (rule: string) => ({ rule, effect: 'enable' }) as Decision;

it('the bar of a rule is its share of all services', () => {
  const decisions = [...Array<string>(1).fill('production'), ...Array<string>(3).fill('others'), ''].map(decided);
  const listed = [
    { name: 'production', effect: 'enable' as const },
    { name: 'others', effect: 'enable' as const },
  ];
  const widths = [
    ...String(policy({ isStored: true, text: 'version: 1\n', listed }, decisions)).matchAll(
      /<rect class="part tone-ours"[^>]*width="([^"]+)"/g,
    ),
  ];
  expect(widths.map(([, width]) => Number(width))).toEqual([200, 600]);
});

it('what the rules decide stands before the text, which may be long', () => {
  const shown = String(policy({ isStored: true, text: 'version: 1\n', listed: [] }, []));
  expect(shown.indexOf('<h2>Rules')).toBeLessThan(shown.indexOf('<h2>Document'));
});
