import type { Plan } from '../../core/plan/plan-result.ts';
import { html, type Markup } from '../pictures/html.ts';

/** The plan of a report that waits for an approval; the rest that no approval covers, if there is one. */
export const waitingPlan = (plan: Plan | null): Pick<Plan, 'digest' | 'summary' | 'changes' | 'violations'> | null => {
  if (plan === null) return null;
  return plan.verdict === 'needs-approval' ? plan : (plan.approval?.rest ?? null);
};

type Waiting = NonNullable<ReturnType<typeof waitingPlan>>;

const counts = ({ summary: { enable, raise, lower, disable, netGb, netMonthly } }: Waiting): Markup =>
  html`<dl><dt>To enable</dt><dd>${enable}</dd><dt>To raise</dt><dd>${raise}</dd><dt>To lower</dt><dd>${lower}</dd><dt>To disable</dt><dd>${disable}</dd><dt>Net</dt><dd>${netGb} GB${netMonthly === null ? '' : `, ${netMonthly} a month`}</dd></dl>`;

/**
 * The step before an approval.
 * @param csrf present if this page may approve
 */
export const approvePage = (waiting: Waiting, csrf: string | undefined): Markup => {
  const { digest, violations, changes } = waiting;
  const form =
    csrf === undefined
      ? html`<p>This page is read-only. Approve with <code>headroom approve ${digest.slice(0, 12)}</code>, or start the dashboard with <code>--allow-approve</code>.</p>`
      : html`<form method="post" action="/approve/${digest}"><input type="hidden" name="csrf" value="${csrf}"><label>To approve at most these ${changes.length} changes, enter the first 12 characters of the digest: <input name="confirm" required minlength="12" maxlength="12" autocomplete="off"></label> <button>Approve</button></form>`;
  return html`<p>Plan <code>${digest}</code> waits for approval.</p>${counts(waiting)}<section><h2>Why</h2><ul>${violations.map(({ message }) => html`<li>${message}</li>`)}</ul></section>${form}`;
};
