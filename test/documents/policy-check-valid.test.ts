import { describe, expect, it } from 'vitest';
import { checkPolicy } from '../../lib/documents/policy-check.ts';

describe('a valid policy document', () => {
  it('is warned of what cannot be meant, with its place, in the order of the text', () => {
    const text = [
      'version: 1',
      'mode: enforce',
      'guardrails: { maxChanges: 0 }',
      'rules:',
      '  - { name: all, match: { project: "*" }, effect: ignore }',
      '  - name: prod',
      '    match: { project: "*-prod" }',
      '    effect: disable',
    ].join('\n');
    const { policy, errors, warnings } = checkPolicy(text, 'p.yaml');
    expect(policy?.rules).toHaveLength(2);
    expect(errors).toEqual([]);
    expect(warnings).toEqual([
      'p.yaml:3:27 guardrails.maxChanges: 0 allows no change, so every plan needs approval even in mode enforce',
      'p.yaml:7:12 rules[1].match: this rule can never match: rules[0] "all" precedes it and matches all of this and more',
    ]);
  });

  it('notes that a tag may set any maximum, unless the limits or every rule that enables bounds it', () => {
    const notesOf = (first: string, more = '') =>
      checkPolicy(
        `version: 1
tagPrefix: disk
rules:
  - { name: a, match: { project: "a" }, effect: enable, maxAdditionalGb: 10${first} }
  - { name: b, match: { project: "b" }, effect: enable, maxAdditionalGb: 10 }
  - { name: c, match: { project: "c" }, effect: ignore }
${more}`,
        'p.yaml',
      ).notes;
    const note = (count: string) =>
      `p.yaml:3:1 rules: tag disk-max-gb may set any maximum for services of ${count}; limits.maxAdditionalGb or maxByTagGb bounds it`;
    expect(notesOf('')).toEqual([note('2 rules')]);
    expect(notesOf(', maxByTagGb: 10')).toEqual([note('1 rule')]);
    expect(notesOf('', 'limits: { maxAdditionalGb: 10 }')).toEqual([]);
  });

  it('names the options of its baselines that restart a service, and whether that waits for approval', () => {
    const text = (guardrails: string) =>
      [
        'version: 1',
        `guardrails: { ${guardrails} }`,
        'rules:',
        '  - { name: all, match: { project: "*" }, effect: ignore }',
        'searchConfiguration:',
        '  - name: logs',
        '    match: { project: "*" }',
        '    config:',
        '      engine: { reindex_remote_whitelist: ["a:9200"], ism_enabled: true }',
      ].join('\n');
    const place =
      'p.yaml:9:17 searchConfiguration[0].config.engine.reindex_remote_whitelist: a change of it restarts every instance of the engine';
    const { warnings, notes } = checkPolicy(text(''), 'p.yaml');
    expect([warnings, notes]).toEqual([[], [`${place}; a plan that changes it needs approval`]]);
    expect(checkPolicy(text('needApproval: [lower]'), 'p.yaml').notes).toEqual([
      `${place}; a plan that changes it needs no approval, because guardrails.needApproval lists neither harm nor restart`,
    ]);
  });

  it('is not one when a key is given twice, even with the same value', () => {
    const text = 'version: 1\nversion: 1\nrules:\n  - { name: a, match: { project: "*" }, effect: ignore }\n';
    expect(checkPolicy(text, 'p.yaml').errors).toEqual(['p.yaml:2:1 document: Map keys must be unique']);
  });

  it('has an error and no policy if the text is not YAML', () => {
    const { policy, errors } = checkPolicy('rules: [', 'p.yaml');
    expect(policy).toBeNull();
    expect(errors[0]).toMatch(/^p\.yaml:1:\d+ document: /);
  });
});
