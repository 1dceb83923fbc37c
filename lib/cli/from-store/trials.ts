import { PolicyInvalid } from '../../contract/errors.ts';
import { differenceLine, policyDifference } from '../../core/explain/policy-difference.ts';
import { type Finding, reasonText } from '../../core/model/decision.ts';
import { compositeKey, serviceKey } from '../../core/model/grouping.ts';
import { maximumKindOf } from '../../core/model/model.ts';
import type { Policy } from '../../core/model/policy-document.ts';
import { counted, grouped } from '../../core/model/visible-text.ts';
import { shortPlanLine } from '../../core/plan/line.ts';
import type { PlanResult } from '../../core/plan/plan-input.ts';
import type { Trials } from '../../dashboard/http/policy-routes.ts';
import { readOnly } from '../../dashboard/http/read-only.ts';
import type { Figures } from '../../dashboard/pages/simulation/policies.ts';
import { parsePolicy } from '../../documents/documents.ts';
import type { DecisionPorts, Store, StorePorts } from '../../ports.ts';
import { doneLookups } from '../../run/lookup/run-lookups.ts';
import { decide, readPlanFacts } from '../../run/plan/decide.ts';
import { keys } from '../../run/store/keys.ts';
import { readIfWhole, readObject } from '../../run/store/objects.ts';
import type { InventoryRecord, RunObject } from '../../run/store/run-objects.ts';
import { modeText, movedServices } from '../views/policy-difference-view.ts';

/** What a text of policy changes against the policy in force, for what the latest run has read. */

const keyOf = ({ code, project, service, message }: Finding): string => compositeKey(code, project, service, message);

/** Findings that only the first plan has. */
const newFindings = (plan: PlanResult, other: PlanResult): Finding[] => {
  const reported = new Set(other.plan.findings.map(keyOf));
  return plan.plan.findings.filter((finding) => !reported.has(keyOf(finding)));
};

/** Gaps of the figures, and objections to the plan. */
const warningsOf = ({ plan }: PlanResult, unread: readonly string[], unpriced: number): string[] => [
  ...plan.violations.map(({ message }) => `This plan needs an approval: ${message}`),
  ...(unread.length === 0 ? [] : [`Not counted, because the latest run could not read them: ${unread.join(', ')}`]),
  ...(unpriced === 0
    ? []
    : [`The store has no price for ${counted(unpriced, 'changed service')}, so the sum of money is unknown.`]),
];

const figuresOf = (before: PlanResult, after: PlanResult, unread: readonly string[]): Figures => {
  const difference = policyDifference(before, after);
  const reasons = new Map(after.plan.decisions.map((decision) => [serviceKey(decision), reasonText(decision.reasons)]));
  const unpriced = difference.services.filter(({ monthly }) => monthly === null).length;
  return {
    lines: [
      grouped(differenceLine(difference)),
      ...[modeText(difference)].flatMap((text) => text ?? []),
      `By the policy in force: ${grouped(shortPlanLine(before.plan))}`,
      `By the edited policy: ${grouped(shortPlanLine(after.plan))}`,
    ],
    warnings: warningsOf(after, unread, unpriced),
    tables: [
      { title: 'Services with another maximum', ...movedServices(difference) },
      {
        title: 'Why each service has its maximum by the edited policy',
        head: ['project', 'service', 'why'],
        rows: difference.services.map((moved) => [moved.project, moved.service, reasons.get(serviceKey(moved)) ?? '']),
        folded: true,
      },
      {
        title: 'Findings that only the edited policy has',
        head: ['finding', 'project', 'service', 'what'],
        rows: newFindings(after, before).map(({ code, project, service, message }) => [
          code,
          project,
          service,
          message,
        ]),
      },
    ].filter((table) => table.rows.length > 0),
  };
};

const nothingBy = (why: string): Figures => ({ lines: [], warnings: [why], tables: [] });

/**
 * Plans twice by the readings, prices and plan sizes in the store. The platform is not asked: what the store lacks is unknown.
 * @throws StoreUnavailable, StoreDamaged
 */
const changesOf = async (ports: StorePorts, run: RunObject, inForce: Policy, edited: Policy): Promise<Figures> => {
  const [first] = run.projects;
  const record = first && (await readIfWhole<InventoryRecord>(ports.store, keys.reading(first.name)));
  if (record === undefined) return nothingBy('The store has no reading of the first project yet.');
  const platform = { organization: record.organization, maximumKind: maximumKindOf(run.profile ?? 'documented') };
  const deciding: DecisionPorts = { ...ports, platform };
  const facts = await readPlanFacts(deciding, { ...run, readOnly: true });
  // Facts that the store lacks are not requested.
  const asked = { ...doneLookups({ runId: run.runId, refreshes: false }, { rounds: 0, lookups: [] }), has: () => true };
  const planBy = async (policy: Policy) => (await decide(deciding, policy, facts, asked)).finish();
  const unread = facts.unread.map(({ project }) => project);
  const figures = figuresOf(await planBy(inForce), await planBy(edited), unread);
  const read = `As run ${run.runId} read the organization, before it changed anything.`;
  return { ...figures, lines: [...figures.lines, read] };
};

/** The policy in force: while the one in the store is invalid, the policy of the latest run. */
const policyInForce = async (store: Store, run: RunObject, parse: (text: string) => Policy): Promise<Policy> => {
  try {
    return parse((await store.get(keys.policy))?.body ?? run.policy);
  } catch (error) {
    if (!(error instanceof PolicyInvalid)) throw error;
    return parse(run.policy);
  }
};

const noRun =
  'The store has no facts of a run yet: every run of headroom plan or apply reads the organization into it.';

/** Tries edited policies on what a store has. What the tasks would note while they decide is dropped: a page writes nothing. */
export const createTrials = ({ store: whole, clock }: StorePorts): Trials => {
  const store = readOnly(whole);
  const runOf = async (runId: string | undefined) =>
    runId === undefined ? undefined : readObject<RunObject>(store, keys.run(runId));
  return {
    start: async (runId) => (await store.get(keys.policy))?.body ?? (await runOf(runId))?.policy,
    run: async (text, runId) => {
      try {
        const run = await runOf(runId);
        const parse = (document: string) => parsePolicy(document, 'policy.yaml', run?.profile);
        const edited = parse(text);
        if (run === undefined) return { changes: nothingBy(noRun) };
        return { changes: await changesOf({ store, clock }, run, await policyInForce(store, run, parse), edited) };
      } catch (error) {
        if (error instanceof PolicyInvalid) return { problems: error.message.split('\n') };
        throw error;
      }
    },
  };
};
