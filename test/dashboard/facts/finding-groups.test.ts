import { expect, it } from 'vitest';
import type { FindingCode } from '../../../lib/core/model/findings/findings.ts';
import { findingGroups } from '../../../lib/dashboard/facts/finding-groups.ts';

const found = (code: FindingCode, service: string, message: string, limitedBy = '', days?: number) => {
  const details = { limitedBy, ...(days !== undefined && { days }) };
  return { code, project: 'shop', service, message, subject: days === 0 ? '100 %' : 'soon', details };
};
const raise = 'Raise the maximum, or free space.';

it('findings with the same action stand together, with what differs of each', () => {
  const groups = findingGroups([
    found('not-eligible', 'cache', 'Type valkey does not support it.'),
    found('disk-full', 'a', `The disk is 93.5 % full. It is at its limit. ${raise}`, 'maximum'),
    found('disk-full', 'b', 'The disk is 96 % full. Move it to a larger plan.', 'plan'),
    found('disk-full', 'c', `The disk is 97 % full. It is at its limit. ${raise}`, 'maximum'),
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

it('a cause with a full disk stands before a larger one without, and its disks in the order in which they fill', () => {
  const groups = findingGroups([
    found('disk-full', 'late', 'Late. Act.', 'maximum', 90),
    found('disk-full', 'soon', 'Soon. Act.', 'maximum', 3),
    found('disk-full', 'full', 'Full. Buy a plan for full.', 'plan', 0),
  ]);
  expect(groups.map(({ found: all }) => all.map(({ finding }) => finding.service))).toEqual([
    ['full'],
    ['soon', 'late'],
  ]);
});

it('no finding gives no group', () => {
  expect(findingGroups([])).toEqual([]);
});
