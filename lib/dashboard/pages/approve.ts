import type { Plan } from '../../core/plan/plan-result.ts';
import { html, type Markup } from '../pictures/html.ts';
import { tiles } from './parts.ts';
import { planned } from './planned.ts';

/** The plan of a report that waits for an approval; the rest that no approval covers, if there is one. */
export const waitingPlan = (plan: Plan | null): Pick<Plan, 'digest' | 'summary' | 'changes' | 'violations'> | null => {
  if (plan === null) return null;
  return plan.verdict === 'needs-approval' ? plan : (plan.approval?.rest ?? null);
};

type Waiting = NonNullable<ReturnType<typeof waitingPlan>>;

const counts = ({ summary: { enable, raise, lower, disable, netGb, netMonthly } }: Waiting): Markup =>
  tiles([
    { label: 'to enable', value: String(enable) },
    { label: 'to raise', value: String(raise) },
    { label: 'to lower', value: String(lower) },
    { label: 'to disable', value: String(disable) },
    {
      label: 'net',
      value: html`${netGb} <small>GB</small>`,
      detail: netMonthly === null ? '' : `${netMonthly} a month`,
    },
  ]);

const form = ({ digest, changes }: Waiting, csrf: string | undefined): Markup =>
  csrf === undefined
    ? html`<p>This page is read-only. Approve with <code>headroom approve ${digest.slice(0, 12)}</code>, or start the dashboard with <code>--allow-approve</code>.</p>`
    : html`<form class="filters" method="post" action="/approve/${digest}"><input type="hidden" name="csrf" value="${csrf}"><label>To approve at most these ${changes.length} changes, enter the first 12 characters of the digest: <input name="confirm" required minlength="12" maxlength="12" autocomplete="off"></label> <button>Approve</button></form>`;

/**
 * The step before an approval: what waits, why, and each change.
 * @param csrf present if this page may approve
 */
export const approvePage = (waiting: Waiting, csrf: string | undefined): Markup => {
  const { digest, violations, changes } = waiting;
  const why = violations.map(({ message }) => html`<li>${message}</li>`);
  return html`<p>Plan <code>${digest}</code> waits for approval.</p>${counts(waiting)}<section class="card"><h2>Why</h2><ul>${why}</ul></section><section class="card"><h2>Approve</h2>${form(waiting, csrf)}</section><section class="card"><h2>Changes</h2>${planned(changes)}</section>`;
};
