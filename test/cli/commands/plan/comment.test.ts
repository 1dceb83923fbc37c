import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planComment } from '../../../../lib/cli/commands/plan/comment.ts';
import { markdownText } from '../../../../lib/cli/views/markdown/text.ts';
import { differenceParts } from '../../../../lib/cli/views/policy-difference-view.ts';
import { policyDifference } from '../../../../lib/core/explain/policy-difference.ts';
import type { Finding } from '../../../../lib/core/model/decision.ts';
import { type FindingCode, findingCodes } from '../../../../lib/core/model/findings/findings.ts';
import type { Plan } from '../../../../lib/core/plan/plan-result.ts';
import { anyText } from '../../../any-text.ts';
import { aPolicy, aService, aSnapshot, planOf } from '../../../core/organization.ts';

/** As many projects with as many services, whose names are as long as the platform allows. */
const organization = (projects: number, services: number) =>
  Array.from({ length: projects }, (_, p) =>
    aSnapshot({
      project: `project-${p}-${'x'.repeat(50)}`,
      services: Array.from({ length: services }, (_, s) => aService({ name: `service-${s}-${'y'.repeat(48)}` })),
    }),
  );

/** The plan of one service for as many projects with as many services: planning these takes seconds. */
const repeated = ({ plan, priceOf }: ReturnType<typeof planOf>, projects: number, services: number) => {
  const places = Array.from({ length: projects * services }, (_, n) => ({
    project: `project-${n % projects}-${'x'.repeat(50)}`,
    service: `service-${n}-${'y'.repeat(45)}`,
  }));
  const changes = places.flatMap((place) => plan.changes.map((change) => ({ ...change, ...place })));
  const decisions = places.flatMap((place) => plan.decisions.map((decision) => ({ ...decision, ...place })));
  return { plan: { ...plan, changes, decisions }, priceOf };
};

const comment = (plan: Plan): string => planComment(plan, 'headroom apply --approve 0123', []);

const small = () => planOf(organization(2, 3)).plan;

/** Every service has its own rule, reason and finding, so that nothing can be grouped. */
const allDifferent = (plan: Plan, text: string): Plan => ({
  ...plan,
  verdict: 'needs-approval',
  changes: plan.changes.map((change, n) => ({
    ...change,
    rule: `${text} ${n}`,
    reasons: [{ source: 'rule' as const, text: `${text} ${n}` }],
  })),
  findings: plan.decisions.map(
    ({ project, service }, n): Finding => ({
      code: findingCodes[n % findingCodes.length] ?? 'drift',
      project,
      service,
      message: text,
    }),
  ),
  violations: plan.decisions.map(() => ({ guardrail: text, limit: text, actual: null, message: text })),
});

/** All changes once more as those that wait for a freeze and for an approval. */
const withRest = (plan: Plan): Plan => ({
  ...plan,
  freeze: { reason: 'year end', until: null, allow: [], waiting: plan.changes },
  proposal: plan,
});

describe('a plan as a comment on a pull request', () => {
  it('has verdict, Plan line, counts by project and rule, identical changes in one line, and the digest', () => {
    const plan = small();
    const text = comment({ ...plan, findings: [{ code: 'drift', project: 'p', service: 's', message: 'Changed.' }] });
    expect(text).toMatch(/^### Headroom: ready to apply\n/);
    expect(text).toContain(
      '**Plan: 6 to enable, 0 to raise (+600 GB, +90.00 USD a month), 0 to lower, 0 to disable; 1 finding.**',
    );
    expect(text).toContain('| project | enable | GB |');
    expect(text).toMatch(/\| project-0-x+ \| 3 \| \+300 \|/);
    expect(text).toContain('| everyone | 6 | +600 |');
    expect(text).toMatch(/\| 6 \| enable \| 0 → 100 \| everyone \| project-0-x+\/service-0-y+, .* and 4 more \|/);
    expect(text.match(/<details>/g)).toHaveLength(1);
    expect(text).toContain('| warning | drift | 1 | p/s | Changed. |');
    expect(text.trimEnd().endsWith(`Plan \`${plan.digest}\``)).toBe(true);
  });

  it('is one line if nothing changes', () => {
    const plan = planOf([aSnapshot({ services: [aService()] })], { policy: aPolicy({ rules: [] }) }).plan;
    expect(comment(plan)).toBe('**Headroom**: no changes for 1 service.\n');
    expect(comment({ ...plan, mode: 'stop' })).toBe('**Headroom**: mode is stop, so no calls were made.\n');
  });

  it('says what needs approval, why, and with which command', () => {
    const guardrails = { ...aPolicy().guardrails, maxChanges: 3 };
    const text = comment(planOf(organization(2, 3), { policy: aPolicy({ guardrails }) }).plan);
    expect(text).toMatch(/^### Headroom: needs approval\n/);
    expect(text).toContain('**Why it needs approval**');
    expect(text).toMatch(/\| maxChanges \| 3 \| \d+ \| /);
    expect(text).toContain('Approve with `headroom apply --approve 0123`');
  });

  it('lists changes that wait for a freeze or an approval apart', () => {
    const plan = small();
    const waiting = { reason: 'quarter end', until: '2030-07-01T00:00:00Z', allow: [], waiting: plan.changes };
    const frozen = comment({ ...plan, changes: [], freeze: waiting });
    expect(frozen).toContain('12 changes wait until 2030-07-01T00:00:00Z: quarter end');
    const proposal = { ...plan, digest: 'rest' };
    expect(comment({ ...plan, proposal })).toContain('Not approved yet: plan `rest`');
  });

  it('ranks severe findings before more frequent ones, with the words of the table of findings', () => {
    const finding = (code: FindingCode, service: string): Finding => ({ code, project: 'p', service, message: 'm' });
    const findings = [finding('drift', 'a'), finding('drift', 'b'), finding('disk-full', 'c')];
    const text = comment({ ...small(), findings: [...findings, finding('not-eligible', 'd')] });
    expect(text).toContain('| notice | not-eligible | 1 |');
    expect(text.indexOf('| error | disk-full | 1 |')).toBeLessThan(text.indexOf('| warning | drift | 2 |'));
  });

  it('cuts no table while the comment has room', () => {
    const planned = repeated(planOf(organization(1, 1)), 20, 8);
    const decisions = planned.plan.decisions.map((one) => ({ ...one, maxAdditionalGb: 200 }));
    const parts = differenceParts(policyDifference(planned, { ...planned, plan: { ...planned.plan, decisions } }));
    const text = planComment(planned.plan, 'x', parts);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(60_000);
    expect(text).not.toMatch(/… and \d+ more(?:;|\.)/);
  });

  it('has at most 60 KB for 10,000 services, whether they are alike or all different, and counts what is left out', () => {
    const planned = repeated(planOf(organization(1, 1)), 200, 50);
    const { plan } = planned;
    const decisions = plan.decisions.map((one) => ({ ...one, maxAdditionalGb: 200 }));
    const parts = differenceParts(policyDifference(planned, { ...planned, plan: { ...plan, decisions } }));
    const texts = [
      comment(plan),
      planComment(plan, 'x', parts, ['x']),
      planComment(withRest(allDifferent(plan, '@a|`<b>\u202e$#1 '.repeat(100))), 'x', parts, ['x']),
    ];
    for (const text of texts) {
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(60_000);
      expect(text).toMatch(/… and \d+ more/);
      expect(text.match(/<details>/g)?.length).toBe(text.match(/<\/details>/g)?.length);
      expect(text).toContain(plan.digest);
    }
  });
});

describe('for every name in a comment', () => {
  const hostile = fc.oneof(
    anyText,
    fc
      .array(
        fc.constantFrom('@team', '#12', '|', '`', '<details>', '</details>', '\n', '](x)', '$x$', '&lt;', '\\', '**'),
      )
      .map((parts) => parts.join('')),
  );

  it('a long one is cut after a word, unless it has none', () => {
    const sentence = `${'word '.repeat(58)}costs 12.3456 a month`;
    expect(markdownText(sentence)).toBe(`${'word '.repeat(58)}costs…`);
    expect(markdownText('x'.repeat(400))).toBe(`${'x'.repeat(299)}…`);
  });

  it.each([
    ['$5 & #1', '&#36;5 &amp; #&#8203;1'],
    ['@team|`x`', String.raw`@&#8203;team\|\`x\``],
    ['a\n<b>', String.raw`a\\u000a&lt;b&gt;`],
    ['https://www.example.com', 'https://&#8203;www.&#8203;example.com'],
  ])('%j is the text %j', (name, text) => {
    expect(markdownText(name)).toBe(text);
  });

  it('it adds no line, cell, element, mention, reference or formula', () => {
    fc.assert(
      fc.property(hostile, (name) => {
        const text = markdownText(name);
        expect(text).not.toMatch(/[\n\r<>$]|@(?!&#8203;)|#(?!&#8203;|8203;|36;)/);
        expect(text.replaceAll(/\\./g, '')).not.toMatch(/[|`*_[\]~]/);
      }),
    );
  });
});
