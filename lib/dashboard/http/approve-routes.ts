import type { Context, Hono } from 'hono';
import { callerText } from '../../core/audit/holder-text.ts';
import type { Plan } from '../../core/plan/plan-result.ts';
import type { Latest } from '../facts/latest.ts';
import { approverOf, approverSince, proposerOf } from '../facts/waiting.ts';
import { approvePage } from '../pages/approve.ts';
import { html, type Markup } from '../pictures/html.ts';
import type { PageContext } from './page-context.ts';

/** A secret of this process that every form repeats, and the approval itself. */
export interface Approving {
  readonly csrf: string;
  /** @param person whom a proxy signed in; absent: who started the dashboard */
  readonly approve: (digest: string, person?: string) => Promise<void>;
}

/** Whether a digest names what waits of a plan: that of the whole plan does, too. */
const isOf = (plan: Plan | null, digest: string): boolean =>
  plan?.proposal !== undefined && (digest === plan.proposal.digest || digest === plan.digest);

/** The step before an approval; and the approval, the only route that writes, where it is allowed. */
export const addApproveRoutes = (
  app: Hono,
  { store, clock, reader, show, missing }: PageContext,
  approving?: Approving,
): void => {
  /** A page of one sentence. */
  const say = (c: Context, latest: Latest, title: string, text: Markup, status?: 403 | 409) =>
    show(c, latest, { at: '/', title, main: html`<section class="card">${text}</section>` }, status);

  app.get('/approve/:digest', async (c) => {
    const latest = await reader.latest();
    const digest = c.req.param('digest');
    const newer = latest.newer?.part ? latest.newer : undefined;
    const report = [newer, latest.report].find((candidate) => isOf(candidate?.plan ?? null, digest));
    const found = report?.plan?.proposal;
    if (found === undefined) {
      // The page of an open tab asks again when a run has carried out what was approved on it.
      const by = await approverOf(store, digest);
      if (by === undefined) return missing(c, latest, '/', 'This plan does not wait for approval any more.');
      return say(c, latest, 'Approved', html`<p>Plan ${digest.slice(0, 12)} was approved by ${callerText(by)}.</p>`);
    }
    const waiting = { ...found, digest };
    const [approver, proposer] = [await approverSince(store, report), await proposerOf(store, digest)];
    const findings = report?.plan?.findings ?? [];
    const main = approvePage({ waiting, findings, csrf: approving?.csrf, approver, proposer, nowMs: clock.now() });
    return show(c, latest, { at: '/', title: 'Approve a plan', main });
  });

  if (approving === undefined) return;
  app.post('/approve/:digest', async (c) => {
    const latest = await reader.latest();
    const digest = c.req.param('digest');
    const form = await c.req.parseBody();
    if (form.csrf !== approving.csrf || form.confirm !== digest.slice(0, 12))
      return say(
        c,
        latest,
        'Not approved',
        html`<p>The digest that you entered does not belong to this plan.</p>`,
        403,
      );
    try {
      await approving.approve(digest, c.get('person'));
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      return say(c, latest, 'Not approved', html`<p class="warning">${why}</p>`, 409);
    }
    const text = html`<p>Plan ${digest.slice(0, 12)} is approved. The next run carries it out.</p>`;
    return say(c, latest, 'Approved', text);
  });
};
