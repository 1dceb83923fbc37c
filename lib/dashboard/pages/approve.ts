import { callerText } from '../../core/audit/holder-text.ts';
import { troublesIn } from '../../core/disk/disk-troubles.ts';
import type { Finding } from '../../core/model/decision.ts';
import { inWords } from '../../core/model/durations.ts';
import { counted, grouped } from '../../core/model/visible-text.ts';
import type { RestPlan } from '../../core/plan/plan-result.ts';
import { html, type Markup } from '../pictures/html.ts';
import { time } from './layout.ts';
import { tiles } from './parts.ts';
import { planned, summaryTiles } from './planned.ts';

const form = ({ digest, changes }: RestPlan, csrf: string | undefined): Markup =>
  csrf === undefined
    ? html`<p>This page is read-only. Approve with <code>headroom approve ${digest.slice(0, 12)}</code>, or start the dashboard with <code>--allow-approve</code>.</p>`
    : html`<form class="filters" method="post" action="/approve/${digest}"><input type="hidden" name="csrf" value="${csrf}"><label>To approve at most ${changes.length === 1 ? 'this' : 'these'} ${grouped(counted(changes.length, 'change'))}, enter the first 12 characters of the digest: <input name="confirm" required minlength="12" maxlength="12" autocomplete="off"></label> <button>Approve</button></form>`;

const proposed = ({ since, expires }: RestPlan, by: string | undefined, nowMs: number): Markup | string => {
  if (since === undefined || expires === undefined) return '';
  const ago = inWords(Math.max(0, nowMs - Date.parse(since)));
  return html`It was proposed ${ago} ago${by === undefined ? '' : ` by ${by}`}. It can be approved until ${time(expires)}.`;
};

/** What the step before an approval shows. */
interface ApproveFacts {
  readonly waiting: RestPlan;
  /** Of the latest run that found it waiting. */
  readonly findings: readonly Finding[];
  /** Present if this page may approve. */
  readonly csrf: string | undefined;
  /** Who has approved it already. */
  readonly approver: string | undefined;
  /** Who proposed it; undefined: not known. */
  readonly proposer: string | undefined;
  readonly nowMs: number;
}

/** The step before an approval: what waits, why, which disks have no room meanwhile, and each change. */
export const approvePage = ({ waiting, findings, csrf, approver, proposer, nowMs }: ApproveFacts): Markup => {
  const { digest, violations, changes } = waiting;
  const meanwhile = troublesIn(findings).map(({ says }) => html`<p class="warning">Meanwhile: ${says}.</p>`);
  const why = violations.map(({ message }) => html`<li>${message}</li>`);
  const state =
    approver === undefined
      ? 'waits for approval.'
      : `is approved by ${callerText(approver)}. The next run carries it out.`;
  const step =
    approver === undefined ? html`<section class="card"><h2>Approve</h2>${form(waiting, csrf)}</section>` : '';
  return html`<p>Plan <code>${digest}</code> ${state} ${approver === undefined ? proposed(waiting, proposer, nowMs) : ''}</p>${tiles(summaryTiles(waiting.summary))}<section class="card"><h2>Why</h2><ul>${why}</ul>${meanwhile}</section>${step}<section class="card"><h2>Changes</h2>${planned(changes, 'headroom report --format json')}</section>`;
};
