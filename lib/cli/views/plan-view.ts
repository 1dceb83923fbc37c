import type { ChangeResult, ChangeStatus } from '../../core/change/change.ts';
import { planLine } from '../../core/plan/line.ts';
import { planJson } from '../../core/plan/plan-json.ts';
import type { Plan } from '../../core/plan/plan-result.ts';
import type { ReportObject } from '../../run/store/run-objects.ts';
import type { Cell, Console } from '../shell/console.ts';
import { changeHead, changeRows } from './change-rows.ts';

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
  console.table(changeHead, changeRows(freeze.waiting));
};

/** Changes with reasons, what waits, findings, crossed guardrails. */
export const showPlan = (console: Console, plan: Plan): void => {
  if (plan.changes.length > 0) {
    console.table(changeHead, changeRows(plan.changes));
  }
  showWaiting(console, plan);
  showFindings(console, plan);
  for (const { message } of plan.violations) console.line(`guardrail: ${message}`);
};

/** The closing line of a plan, with what its verdict means where that is not obvious. */
export const showPlanLine = (console: Console, plan: Plan): void => {
  console.line();
  console.line({ text: planLine(plan), style: 'bold' });
};

const countOf = (results: readonly ChangeResult[], status: ChangeStatus): number =>
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
      bad.map((result) => [
        statusCell(result.status),
        result.kind,
        result.project,
        result.service ?? '',
        result.error ?? '',
      ]),
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
    console.line(`the token may not ${what}: ${someOf(projects)}; give its owner the operator role there`);
  }
  if (neverRead.length === 0) return;
  console.line(`never read so far, ${neverRead.length} of ${listed} projects: ${someOf(neverRead)}`);
};

/** Plan as the fixed JSON of the command line, with the calls made so far, the projects it was asked for (null: all), and the run it undoes. */
export const planDocument = (
  plan: Plan,
  calls: { readonly reads: number; readonly writes: number },
  projects: readonly string[] | null,
  undo?: string,
) => {
  const {
    digest,
    mode,
    verdict,
    summary,
    changes,
    decisions,
    findings,
    violations,
    freeze = null,
    redone,
  } = planJson(plan);
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
    redone,
  };
};
