import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PolicyInvalid } from '../../../lib/contract/errors.ts';
import { acceptFindings } from '../../../lib/core/findings/accepted.ts';
import type { Finding } from '../../../lib/core/model/decision.ts';
import type { Policy } from '../../../lib/core/model/policy-document.ts';
import { compilePatterns } from '../../../lib/core/policy/glob.ts';
import { compilePolicy, type Judgement } from '../../../lib/core/policy/policy.ts';
import { parsePolicy } from '../../../lib/documents/documents.ts';
import { joinSources } from '../../../lib/documents/include/sources.ts';
import { aService, today } from '../../core/organization.ts';
import {
  acceptances,
  filesOf,
  includes,
  type Organization,
  organizations,
  projects,
  services,
  tags,
  teamRules,
} from './random-policies.ts';

/** The law of layered policies: whatever the files of teams and the tags say, nothing exceeds the organization's document. */

const read = (organization: Organization, files: readonly object[]): Policy | undefined => {
  const joined = organization.include.map(({ file }, at): [string, string] => [file, JSON.stringify(files[at])]);
  try {
    const text = joinSources({ main: JSON.stringify(organization), files: new Map(joined) }, (path) => path);
    return parsePolicy(text, 'policy.yaml');
  } catch (error) {
    expect(error).toBeInstanceOf(PolicyInvalid);
    return undefined;
  }
};

/** A file that chooses nothing. */
const silent = (at: number) => ({
  version: 1,
  rules: [{ name: `silent${at}`, match: { service: 'none' }, effect: 'enable', maxAdditionalGb: 0 }],
});

const silentFor = (organization: Organization) =>
  read(
    {
      ...organization,
      include: organization.include.map((bounds) => ({ ...bounds, effects: ['enable' as const, ...bounds.effects] })),
    },
    organization.include.map((_, at) => silent(at)),
  );

/** The most that the organization's document allows for a service in a project, by the rule that decided. */
const mostFor = ({ include, limits, rules: own }: Organization, project: string, rule: string): number => {
  const limit = limits?.maxAdditionalGb ?? Number.POSITIVE_INFINITY;
  const ofTeam = include.find(({ file }) => rule.startsWith(`${file.replace('.yaml', '')}-`));
  if (ofTeam !== undefined) return Math.min(limit, ofTeam.maxAdditionalGb);
  const decided = own.find(({ name }) => name === rule) as {
    maxAdditionalGb?: number | 'forecast';
    forecast?: { ceilingGb: number };
    maxByTagGb?: number;
  };
  const { maxAdditionalGb, forecast: beside, maxByTagGb } = decided;
  if (maxByTagGb !== undefined) return Math.min(limit, maxByTagGb);
  const ofRule = typeof maxAdditionalGb === 'number' ? maxAdditionalGb : (beside?.ceilingGb ?? 0);
  const given = include.filter(({ projects: globs }) => compilePatterns(globs)(project));
  if (given.length === 0) return limit;
  return Math.min(limit, Math.max(ofRule, ...given.map((each) => each.maxAdditionalGb)));
};

/** Asserts the law for one service; `alone` is the judgement without any choice of a team. */
const assertBounded = (organization: Organization, policy: Policy, judged: Judgement, alone: Judgement): void => {
  const { decision, priority, weight, atLeastGb } = judged;
  const { project, rule } = decision;
  const given = organization.include.filter(({ projects: globs }) => compilePatterns(globs)(project));
  expect(judged.budget).toBe(alone.budget);
  const [assigned] = given.flatMap(({ budget }) => (budget === undefined ? [] : [budget]));
  expect(judged.budget).toBe(assigned ?? judged.budget);
  if (given.length === 0 || alone.decision.rule.startsWith('before')) expect(judged).toEqual(alone);
  if (decision.effect === 'enable') {
    const most = mostFor(organization, project, rule);
    expect(decision.maxAdditionalGb).toBeLessThanOrEqual(most);
    expect(judged.forecast?.ceilingGb ?? 0).toBeLessThanOrEqual(most);
  }
  const bounds = organization.include.find(({ file }) => rule.startsWith(`${file.replace('.yaml', '')}-`));
  if (bounds === undefined) return;
  expect(given).toContain(bounds);
  expect(bounds.effects).toContain(policy.rules.find(({ name }) => name === rule)?.effect);
  if (decision.effect !== 'enable') return;
  expect(priority).toBeGreaterThanOrEqual(bounds.priority ?? 1);
  expect(weight).toBeLessThanOrEqual(bounds.weight);
  expect(atLeastGb).toBeLessThanOrEqual(bounds.atLeastGb ?? 0);
};

it('no file of a team and no tag exceeds what the document of the organization allows', () => {
  const own = fc.array(services, { minLength: projects.length, maxLength: projects.length });
  const seen = { valid: 0, ofTeams: 0 };
  fc.assert(
    fc.property(organizations, teamRules, own, tags, (organization, drawn, drawnServices, projectTags) => {
      const policy = read(organization, filesOf(organization, drawn));
      const without = silentFor(organization);
      if (policy === undefined || without === undefined) return;
      seen.valid += 1;
      const [compiled, silently] = [compilePolicy(policy), compilePolicy(without)];
      for (const [at, name] of projects.entries()) {
        const project = { name, tags: projectTags };
        const service = drawnServices[at] ?? aService();
        const judged = compiled.decide(project, service, today);
        if (judged.decision.rule.startsWith('t')) seen.ofTeams += 1;
        assertBounded(organization, policy, judged, silently.decide(project, service, today));
      }
    }),
    { numRuns: 120 },
  );
  expect(seen.valid).toBeGreaterThan(20);
  expect(seen.ofTeams).toBeGreaterThan(20);
});

it('no file of a team hides a finding that is not of its projects, or whose code it may not accept', () => {
  const findings = fc.array(
    fc.record({
      code: fc.constantFrom('drift', 'maximum-soon', 'bad-tag'),
      project: fc.constantFrom('', ...projects),
      service: fc.constantFrom('', 's'),
      message: fc.constant('m'),
    }) satisfies fc.Arbitrary<Finding>,
  );
  fc.assert(
    fc.property(includes, acceptances, findings, ([bounds], accept, found) => {
      if (bounds === undefined) return;
      const rule = { name: 'r', match: { service: 'none' }, effect: 'ignore' };
      const include = [{ ...bounds, file: 't0.yaml', effects: ['ignore' as const], budget: undefined }];
      const main = JSON.stringify({ version: 1, rules: [rule], include });
      const ofTeam = {
        version: 1,
        rules: [{ ...rule, name: 't' }],
        accept: accept.map((each) => ({ ...each, until: '2031-01-01', reason: 'r' })),
      };
      const text = (file: object) =>
        joinSources({ main, files: new Map([['t0.yaml', JSON.stringify(file)]]) }, (path) => path);
      let policy: Policy;
      try {
        policy = parsePolicy(text(accept.length === 0 ? { ...ofTeam, accept: undefined } : ofTeam), 'policy.yaml');
      } catch (error) {
        expect(error).toBeInstanceOf(PolicyInvalid);
        return;
      }
      const snapshots = projects.map((project) => ({
        project,
        tags: {},
        services: [aService({ name: 's' })],
        endpoints: [],
      }));
      const { accepted, findings: left } = acceptFindings(policy.accept ?? [], found, snapshots, today);
      expect(accepted.length + left.length).toBe(found.length);
      for (const { code, project } of accepted) {
        expect(bounds.accept ?? []).toContain(code);
        expect([project !== '', compilePatterns(bounds.projects)(project)]).toEqual([true, true]);
      }
    }),
  );
});
