import { describe, expect, it } from 'vitest';
import { carriedOut } from '../../../lib/core/approval/carried-out.ts';
import type { Rule } from '../../../lib/core/model/policy-document.ts';
import { lawsFor } from '../../laws.ts';
import { flat } from '../a-change.ts';
import { anApproval } from '../approval/an-approval.ts';
import { afterApplying, aPolicy, planOf } from '../organization.ts';
import { disks, example, made, planned } from './any-plan.ts';

const always = lawsFor(example, 500);

describe('whatever the organization and the policy', () => {
  it('a plan that has been carried out leaves nothing to do', () => {
    always((given) => {
      const after = afterApplying(given.snapshots, planned(given).plan.changes);
      expect(made({ ...given, snapshots: after }).plan.changes).toEqual([]);
    });
  });

  it('every release comes before every grant, releases only take away and grants only give', () => {
    always((given) => {
      const { changes } = planned(given).plan;
      const phases = changes.map(({ phase }) => phase);
      expect(phases).toEqual(phases.toSorted().toReversed());
      for (const { phase, fromGb, toGb } of flat(changes)) {
        if (phase === 'release') expect(toGb).toBeLessThanOrEqual(fromGb);
        else expect(toGb).toBeGreaterThanOrEqual(fromGb);
      }
    });
  });

  it('a guardrail of 0 changes blocks every write', () => {
    always((given) => {
      const free = planned(given).plan;
      for (const limit of [{ maxChanges: 0 }, { maxChangePercent: 0 }]) {
        const { plan } = made(given, { guardrails: { ...aPolicy().guardrails, ...limit } });
        expect(plan.verdict).toBe(free.changes.length === 0 ? 'nothing' : 'needs-approval');
        expect(plan.changes.map(({ waits: _, ...change }) => change)).toEqual(free.changes);
        expect(plan.proposal?.changes ?? []).toEqual(plan.changes);
      }
    });
  });

  it('a guardrail of 0 for one kind of change lets no plan through that has one', () => {
    always((given) => {
      const limits = [
        [{ maxRaises: 0 }, 'raise'],
        [{ maxLowers: 0 }, 'lower'],
        [{ maxAddedGb: 0 }, 'addedGb'],
        [{ maxAddedMonthly: '0' }, 'addedGb'],
      ] as const;
      const { summary } = planned(given).plan;
      for (const [limit] of limits.filter(([, what]) => summary[what] > 0)) {
        const { plan } = made(given, { guardrails: { ...aPolicy().guardrails, ...limit } });
        expect(plan.verdict).toBe('needs-approval');
      }
    });
  });

  it('the first plan that would write waits for approval, and is carried out whole under one', () => {
    always((given) => {
      const policy = aPolicy({ rules: given.rules, guardrails: { ...aPolicy().guardrails, firstRun: 'propose' } });
      const first = { policy, planDiskMb: disks, isFirstRun: true };
      const needed = planOf(given.snapshots, first);
      const { plan } = needed;
      expect(plan.verdict).toBe(plan.changes.length === 0 ? 'nothing' : 'needs-approval');
      const approved = carriedOut(needed, { approvals: [anApproval(plan.changes)], isExact: false }).plan;
      expect(approved.verdict).toBe(plan.changes.length === 0 ? 'nothing' : 'apply');
      expect(approved.digest).toBe(plan.digest);
    });
  });

  it('a project that could not be read is not changed, and the others are as if it were not there', () => {
    always((given) => {
      const [{ project } = { project: 'none' }, ...others] = given.snapshots;
      const unread = [{ project, error: 'PlatformUnavailable', message: 'no answer' }];
      const policy = aPolicy({ rules: given.rules });
      const { plan } = planOf(given.snapshots, { policy, planDiskMb: disks, unread });
      const alone = made({ ...given, snapshots: others }).plan;
      expect(plan.changes).toEqual(alone.changes);
      expect(plan.decisions).toEqual(alone.decisions);
      expect(plan.findings.filter((finding) => finding.project === project)).toMatchObject([
        { code: 'project-unread' },
      ]);
    });
  });

  it('a rule that matches nothing changes nothing of the plan, wherever it stands', () => {
    const stranger: Rule = { name: 'stranger', match: { service: ['missing'] }, effect: 'disable' };
    always((given) => {
      const { plan } = made(given);
      for (const at of new Set([0, Math.min(1, given.rules.length), given.rules.length])) {
        expect(made({ ...given, rules: given.rules.toSpliced(at, 0, stranger) }).plan).toEqual(plan);
      }
    });
  });

  it('the order of the input does not matter', () => {
    always((given) => {
      const turned = given.snapshots.toReversed().map((each) => ({
        ...each,
        services: each.services.toReversed().map((service) => ({
          ...service,
          integrations: service.integrations.toReversed(),
        })),
        endpoints: each.endpoints.toReversed(),
      }));
      // Its functions are no outcome.
      const outcome = (result: object) => Object.entries(result).filter(([, value]) => typeof value !== 'function');
      expect(outcome(made({ ...given, snapshots: turned }))).toEqual(outcome(planned(given)));
    });
  });
});
