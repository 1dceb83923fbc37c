import { describe, expect, it } from 'vitest';
import { checkPolicy } from '../../lib/contract/policy-check.ts';

describe('a policy document with ten mistakes of different kinds', () => {
  const text = [
    'version: 1',
    'mode: enforced',
    'mode: stop',
    'rules:',
    '  - name: production',
    '    match: { project: "*-prod", tag: { env: prod } }',
    '    effect: enable',
    '  - name: opted out',
    '    match: { projectTags: {}, tags: { disk-autoscaler: off, tier: 1 } }',
    '    effect: disable',
    '  - name: production',
    '    match: { serviceType: [], plan: "!" }',
    '    effect: !later ignore',
    'prices:',
    '  default: "0,15"',
    'guardrails: { maxChanges: -1 }',
    '---',
    'version: 1',
  ].join('\n');

  it('is told all of them at once, each with its line, column and path, in the order of the text', () => {
    expect(checkPolicy(text, 'p.yaml')).toEqual({
      policy: null,
      warnings: [],
      notes: [],
      errors: [
        'p.yaml:2:7 mode: must be observe, enforce or stop, not "enforced"; did you mean enforce?',
        'p.yaml:3:1 document: Map keys must be unique',
        'p.yaml:5:5 rules[0].maxAdditionalGb: is missing: effect enable needs the maximum in GB',
        'p.yaml:6:33 rules[0].match.tag: is not a known key; did you mean tags?',
        'p.yaml:9:27 rules[1].match.projectTags: must name at least one tag',
        'p.yaml:9:67 rules[1].match.tags.tier: must be text, not 1: put it in quotes, "1"',
        'p.yaml:11:11 rules[2].name: "production" is already the name of rules[0]: names tell rules apart',
        'p.yaml:12:27 rules[2].match.serviceType: must list at least one glob',
        'p.yaml:12:37 rules[2].match.plan: must be a glob of at least one character, or "!" and a glob',
        'p.yaml:13:13 document: Unresolved tag: !later',
        expect.stringMatching(/^p\.yaml:15:12 prices\.default: must be a decimal number/),
        'p.yaml:16:27 guardrails.maxChanges: must be 0 or more, not -1',
        'p.yaml:17:1 document: holds a second document: give one document per file',
      ],
    });
  });
});

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
      'p.yaml:3:27 guardrails.maxChanges: 0 lets no service be changed, so every plan waits for approval although the mode is enforce',
      'p.yaml:7:12 rules[1].match: this rule can never match: rules[0] "all" comes before it and matches all of this and more',
    ]);
  });

  it('is told which options of its baselines restart a service, and whether that waits for approval', () => {
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
    expect([warnings, notes]).toEqual([[], [`${place}; a plan that changes it waits for approval`]]);
    expect(checkPolicy(text('needApproval: [lower]'), 'p.yaml').notes).toEqual([
      `${place}; a plan that changes it is applied without approval, as guardrails.needApproval does not list restart`,
    ]);
  });

  it('is not one when a key is given twice, even with the same value', () => {
    const text = 'version: 1\nversion: 1\nrules:\n  - { name: a, match: { project: "*" }, effect: ignore }\n';
    expect(checkPolicy(text, 'p.yaml').errors).toEqual(['p.yaml:2:1 document: Map keys must be unique']);
  });

  it('cannot be told from a text that is no YAML', () => {
    const { policy, errors } = checkPolicy('rules: [', 'p.yaml');
    expect(policy).toBeNull();
    expect(errors[0]).toMatch(/^p\.yaml:1:\d+ document: /);
  });
});
