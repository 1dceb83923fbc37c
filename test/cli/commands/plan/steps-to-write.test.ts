import { describe, expect, it } from 'vitest';
import { stepsToWrite } from '../../../../lib/cli/commands/plan/steps-to-write.ts';
import type { FoundMode } from '../../../../lib/core/model/mode.ts';
import type { Mode } from '../../../../lib/core/model/model.ts';

const nowMs = Date.parse('2026-03-02T08:02:00Z');
const set = (mode: Mode, by = 'anna'): FoundMode => ({ mode, by, since: '2026-03-02T08:00:00Z' });
const arn = 'arn:aws:sts::111122223333:assumed-role/Operator/anna';

describe('what lets runs write again', () => {
  it.each([
    ['nothing, where neither restrains', 'enforce', null, undefined],
    ['nothing, where the override restrains nothing either', 'enforce', set('enforce'), undefined],
    ['the policy', 'observe', null, 'set mode: enforce in the policy'],
    ['the override', 'enforce', set('observe'), 'headroom mode enforce (override set by anna, 2 minutes ago)'],
    [
      'both, where both restrain',
      'observe',
      set('stop', arn),
      'set mode: enforce in the policy, then headroom mode enforce (override set by Operator/anna (AWS account 111122223333), 2 minutes ago)',
    ],
    [
      'the override, where it is unreadable',
      'enforce',
      { problem: 'mode.json is no mode' },
      'headroom mode enforce (override unreadable: mode.json is no mode)',
    ],
  ] as const)('is %s', (_, policy, override, text) => {
    expect(stepsToWrite({ policy, override }, 'headroom mode enforce', nowMs)).toBe(text);
  });
});
