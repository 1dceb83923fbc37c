import type { Decision } from '../../core/model/decision.ts';
import { html, type Markup } from '../pictures/html.ts';
import { inAddress, table } from './layout.ts';

/** Services that each rule of the policy decides; a rule that decides none may be a mistake. */
export const policy = (text: string | undefined, rules: readonly string[], decisions: readonly Decision[]): Markup => {
  const hits = new Map<string, number>(rules.map((rule) => [rule, 0]));
  for (const { rule } of decisions) if (rule !== '') hits.set(rule, (hits.get(rule) ?? 0) + 1);
  const rows = [...hits].map(([rule, count]) => [
    html`<a href="/services?rule=${inAddress(rule)}">${rule}</a>`,
    count === 0 ? html`<span class="warning">decides no service</span>` : String(count),
  ]);
  const none = decisions.filter(({ rule }) => rule === '').length;
  return html`<section><h2>Rules</h2>${table('Rules', ['rule', 'services'], rows)}<p>${none} services match no rule.</p></section><section><h2>Document</h2>${text === undefined ? html`<p class="empty">No policy is in the store; each command's --policy decides.</p>` : html`<pre tabindex="0">${text.split('\n').map((line) => html`${line}\n`)}</pre>`}</section>`;
};
