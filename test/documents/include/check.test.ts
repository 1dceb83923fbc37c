import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { joinSources } from '../../../lib/documents/include/sources.ts';
import { checkPolicy } from '../../../lib/documents/policy-check.ts';
import { enable, given, joined, team } from './layered-policy.ts';

describe('a check of a policy', () => {
  it('warns of a rule outside the projects of its file, at its place in that file', () => {
    const file = `${team(enable)}  - { name: u, match: { project: "shop-*" }, effect: enable, maxAdditionalGb: 5 }\n`;
    expect(checkPolicy(joined(given, file), 'org/policy.yaml').warnings).toEqual([
      'org/teams/data.yaml:4:34 rules[1].match.project: matches none of the projects that the policy gives to this file (data-*), so this rule can never match',
    ]);
  });

  it('warns of a rule that an earlier one in the same or another file hides', () => {
    const file = `${team(enable)}  - { name: u, match: { service: "a*" }, effect: enable, maxAdditionalGb: 5 }\n`;
    const first = 'rules:\n  - { name: all, match: { project: "*" }, effect: ignore, beforeIncludes: true }';
    const { warnings } = checkPolicy(joined(given, file).replace('rules:', first), 'policy.yaml');
    expect(warnings).toEqual([
      'policy.yaml:4:26 rules[1].match: this rule can never match: rules[0] "all" precedes it and matches the same',
      expect.stringMatching(/^teams\/data\.yaml:3:23 rules\[0\]\.match: .* rules\[0\] "all" of the policy precedes it/),
      expect.stringMatching(/^teams\/data\.yaml:4:23 rules\[1\]\.match: .* rules\[0\] "all" of the policy precedes it/),
    ]);
  });

  it('finds nothing in the example of this repository', () => {
    const read = (name: string) => readFileSync(new URL(`../../../docs/policies/${name}`, import.meta.url), 'utf8');
    const files = new Map(['teams/data.yaml', 'teams/shop.yaml'].map((path) => [path, read(path)]));
    const text = joinSources({ main: read('teams.yaml'), files }, (path) => path);
    expect(checkPolicy(text, 'teams.yaml')).toMatchObject({ errors: [], warnings: [], notes: [] });
  });
});
