import { describe, expect, it } from 'vitest';
import { ownerBy } from '../../../lib/core/policy/effective-tags.ts';

const decision = (service: string, rule: string) => ({
  project: 'p',
  service,
  effect: 'ignore' as const,
  rule,
  reasons: [],
});
const snapshot = (tags: Record<string, string>, services: Record<string, Record<string, string>>) => ({
  project: 'p',
  tags,
  services: Object.entries(services).map(([name, own]) => ({ name, tags: own })),
});

describe('the owner of a service', () => {
  it('is the value of its owner tag, else of its project, else the rule, else unowned', () => {
    const decisions = ['own', 'projects', 'ruled', 'left'].map((name) =>
      decision(name, name === 'left' ? '' : 'production'),
    );
    const services = { own: { owner: 'team-a' }, projects: { owner: '  ' }, ruled: {}, left: {} };
    const untagged = ownerBy([snapshot({}, services)], decisions, 'owner');
    expect(['own', 'projects', 'ruled', 'left', ''].map((service) => untagged({ project: 'p', service }))).toEqual([
      'team-a',
      'production',
      'production',
      'unowned',
      'unowned',
    ]);
    const tagged = ownerBy(
      [snapshot({ owner: 'team-p' }, { own: { owner: 'team-a' }, ruled: {} })],
      decisions,
      'owner',
    );
    expect(['own', 'ruled', ''].map((service) => tagged({ project: 'p', service }))).toEqual([
      'team-a',
      'team-p',
      'team-p',
    ]);
  });

  it('is looked for under the key that the policy names', () => {
    const owner = ownerBy([snapshot({}, { s: { team: 'x', owner: 'y' } })], [], 'team');
    expect(owner({ project: 'p', service: 's' })).toBe('x');
    expect(owner({ project: '', service: '' })).toBe('unowned');
  });
});
