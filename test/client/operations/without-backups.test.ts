import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutBackups } from '../../../lib/client/operations/without-backups.ts';
import { tolerantServiceRecord } from '../../../lib/wire/records.ts';
import { namedOptions } from '../../../lib/wire/search-options/facts.ts';

const text = (value: unknown) => JSON.stringify(value);
const mark = '\u0001';

/** The text that the function must give, from the value: it has a mark in place of each list of backups. */
const expected = (value: unknown): string => {
  const marked = JSON.stringify(value, (name, member) => (name === 'backups' && Array.isArray(member) ? mark : member));
  return marked.replaceAll(`:${JSON.stringify(mark)}`, ':');
};

/** Names and texts that look like the member, or that a scanner may take for the end of a list. */
const tricky = fc.constantFrom(
  'backups',
  'a"backups',
  '\\backups',
  '"backups":[',
  ']',
  '[',
  '"',
  '\\',
  '\\"',
  '',
  'tags',
);
const { value: anyJson } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    tricky,
    fc.constantFrom(1, null, true),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(tricky, tie('value'), { maxKeys: 3 }),
  ),
}));

describe('the text of services without their backups', () => {
  const service = (backups: unknown, plan = 'startup-4') => ({ service_name: 'a', backups, plan, tags: {} });
  const backup = (time: string) => ({ backup_name: `${time}]"[`, data_size: 7, additional_regions: [['x']] });

  it('is the same whatever backups there are, and another for everything else', () => {
    const before = withoutBackups(text({ services: [service([backup('1'), backup('2')]), service([])] }));
    expect(withoutBackups(text({ services: [service([]), service([backup('3')])] }))).toBe(before);
    expect(withoutBackups(text({ services: [service([]), service([], 'startup-8')] }))).not.toBe(before);
  });

  it('leaves out no more than the lists of backups, wherever they are and whatever texts there are', () => {
    const holds = (value: unknown) => void expect(withoutBackups(text(value))).toBe(expected(value));
    fc.assert(fc.property(anyJson, holds), { numRuns: 2000 });
  });

  it('takes a space before the list, and leaves what is no list or has no end', () => {
    expect(withoutBackups('{"backups": [1], "a": 1}')).toBe('{"backups":, "a": 1}');
    for (const other of ['{"backups": null}', '{"backups":"[]"}', '{"backups":[1', '{"backups":'])
      expect(withoutBackups(other)).toBe(other);
  });

  it('has all that is read of a service, by either profile', () => {
    const options = ['documented', 'current'] as const;
    const names = options.flatMap((profile) => namedOptions(profile).flatMap(({ path }) => path.map(String)));
    expect(names.length).toBeGreaterThan(100);
    expect([...Object.keys(tolerantServiceRecord.shape), ...names]).not.toContain('backups');
  });
});
