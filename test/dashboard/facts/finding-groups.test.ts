import { expect, it } from 'vitest';
import type { FindingCode } from '../../../lib/core/model/findings/findings.ts';
import { findingGroups } from '../../../lib/dashboard/facts/finding-groups.ts';

const found = (code: FindingCode, service: string, message: string) => ({ code, project: 'shop', service, message });
const raise = 'Raise the maximum, or free space.';

it('findings with the same action stand together, with what differs of each', () => {
  const groups = findingGroups([
    found('not-eligible', 'cache', 'Type valkey does not support it.'),
    found('disk-full', 'a', `The disk is 93.5 % full. It is at its limit. ${raise}`),
    found('disk-full', 'b', 'The disk is 96 % full. Move it to a larger plan.'),
    found('disk-full', 'c', `The disk is 97 % full. It is at its limit. ${raise}`),
    found('not-eligible', 'queue', 'Type valkey does not support it.'),
  ]);
  const shown = groups.map(({ code, action, found: all }) => [
    code,
    action,
    ...all.map(({ finding, text }) => `${finding.service}: ${text}`),
  ]);
  expect(shown).toEqual([
    ['disk-full', `It is at its limit. ${raise}`, 'a: The disk is 93.5 % full.', 'c: The disk is 97 % full.'],
    ['disk-full', 'The disk is 96 % full. Move it to a larger plan.', 'b: '],
    ['not-eligible', 'Type valkey does not support it.', 'cache: ', 'queue: '],
  ]);
});

it('no finding gives no group', () => {
  expect(findingGroups([])).toEqual([]);
});
