import type { Change, ChangeResult, ChangeStatus, Plan } from '../core/model.ts';
import { planLine } from '../core/plan-line.ts';
import { optionChangeText } from '../core/search-configuration.ts';
import type { ReportObject } from '../run/objects.ts';
import { type Cell, type Console, printable } from './console.ts';

/** The changes of one service's disk in one phase belong together: that is what a person looks at. */
const byService = (changes: readonly Change[]): Change[][] => {
  const groups = new Map<string, Change[]>();
  for (const change of changes) {
    const isDisk = change.members === undefined;
    const key = JSON.stringify([change.phase, change.project, change.service || change.endpointName, isDisk]);
    groups.set(key, [...(groups.get(key) ?? []), change]);
  }
  return [...groups.values()];
};

/** What the writes of one service come to, in the words of the plan's closing line. */
const actionOf = (group: readonly Change[]): string => {
  const has = (kind: Change['kind']) => group.some((change) => change.kind === kind);
  if (has('create-integration')) return 'enable';
  if (has('update-endpoint')) return group.some(({ fromGb, toGb }) => toGb > fromGb) ? 'raise' : 'lower';
  return has('delete-integration') ? 'disable' : 'remove unused endpoint';
};

const changeHead = ['phase', 'project', 'service', 'change', 'maximum GB', 'reason'];

const changeRow = (group: readonly Change[]): Cell[] => {
  const [first] = group;
  if (first === undefined) return [];
  const { phase, project, service, endpointName, fromGb, toGb, reason, members } = first;
  if (members !== undefined) {
    return [phase, project, service, 'search configuration', '', [...members.map(optionChangeText), reason].join('; ')];
  }
  const maximum = fromGb === toGb ? `${toGb}` : `${fromGb} → ${toGb}`;
  return [phase, project, service || endpointName, actionOf(group), maximum, reason];
};

const styles = { confirmed: 'green', unconfirmed: 'yellow', failed: 'red', skipped: 'dim' } as const;

const statusCell = (status: ChangeStatus): Cell => ({ text: status, style: styles[status] });

const showFindings = (console: Console, plan: Plan) => {
  if (plan.findings.length === 0) return;
  console.line();
  console.table(
    ['finding', 'project', 'service', 'what to know'],
    plan.findings.map(({ code, project, service, message }) => [code, project, service, message]),
  );
};

/** What a freeze holds back, and until when. */
const showWaiting = (console: Console, { freeze }: Plan): void => {
  if (freeze === undefined || freeze.waiting.length === 0) return;
  console.line();
  console.line(
    `waiting ${freeze.until === null ? 'for the end of the freeze' : `until ${freeze.until}`}: ${freeze.reason}`,
  );
  console.table(changeHead, byService(freeze.waiting).map(changeRow));
};

/** Changes with reasons, what waits, findings, crossed guardrails. */
export const showPlan = (console: Console, plan: Plan): void => {
  if (plan.changes.length > 0) {
    console.table(changeHead, byService(plan.changes).map(changeRow));
  }
  showWaiting(console, plan);
  showFindings(console, plan);
  for (const { message } of plan.violations) console.line(`guardrail: ${message}`);
};

/** The closing line of a plan, with what its verdict means where that is not obvious. */
export const showPlanLine = (console: Console, plan: Plan): void => {
  console.line();
  console.line(console.style('bold', planLine(plan)));
};

export const countOf = (results: readonly ChangeResult[], status: ChangeStatus): number =>
  results.filter((result) => result.status === status).length;

/** How each change ended; where all went well, one row per project says so. */
export const showResults = (console: Console, { results, unread }: ReportObject): void => {
  const projects = [...new Set(results.map((result) => result.project))];
  console.table(
    ['project', 'confirmed', 'unconfirmed', 'failed', 'skipped'],
    projects.map((project) => {
      const own = results.filter((result) => result.project === project);
      return [project, ...(['confirmed', 'unconfirmed', 'failed', 'skipped'] as const).map((s) => countOf(own, s))];
    }),
  );
  const bad = results.filter((result) => result.status !== 'confirmed');
  if (bad.length > 0) {
    console.table(
      ['status', 'change', 'project', 'service', 'why'],
      bad.map((result) => [statusCell(result.status), result.kind, result.project, result.service, result.error ?? '']),
    );
  }
  for (const { project, message } of unread) console.line(`not read: ${project}: ${message}`);
};

/** Names that are told of; a longer list is for programs. */
const mostNames = 5;

const someOf = (names: readonly string[]): string => {
  const rest = names.length - mostNames;
  return rest > 0 ? `${names.slice(0, mostNames).join(', ')} and ${rest} more` : names.join(', ');
};

/** What Headroom does not see of the organization or may not do in it; nothing where there is no such thing. */
export const showCoverage = (console: Console, { coverage }: ReportObject): void => {
  if (coverage === undefined) return;
  const { listed, neverRead, missingPermissions } = coverage;
  for (const what of ['read', 'write'] as const) {
    const projects = missingPermissions.filter(({ to }) => to === what).map(({ project }) => project);
    if (projects.length === 0) continue;
    console.line(printable(`the token may not ${what}: ${someOf(projects)}; give its owner the operator role there`));
  }
  if (neverRead.length === 0) return;
  console.line(printable(`never read so far, ${neverRead.length} of ${listed} projects: ${someOf(neverRead)}`));
};

/** Plan as the fixed JSON of the command line, with the calls made so far, the projects it was asked for (null: all), and the run it undoes. */
export const planJson = (
  plan: Plan,
  calls: { readonly reads: number; readonly writes: number },
  projects: readonly string[] | null,
  undo?: string,
) => {
  const { digest, mode, verdict, summary, changes, decisions, findings, violations, freeze = null } = plan;
  const budgets = plan.budgets.map(({ shares, ...budget }) => budget);
  return {
    digest,
    mode,
    verdict,
    summary,
    changes,
    decisions,
    budgets,
    findings,
    violations,
    freeze,
    calls,
    projects,
    undo,
  };
};
