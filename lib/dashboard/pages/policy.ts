import type { Decision, Effect } from '../../core/model/decision.ts';
import { counted } from '../../core/model/visible-text.ts';
import { countBar } from '../pictures/bars.ts';
import { html, type Markup } from '../pictures/html.ts';
import { inAddress } from './layout.ts';
import { chip } from './parts.ts';
import { numeric, table } from './tables.ts';

/** A rule of the policy in the store. */
export interface RuleFacts {
  readonly name: string;
  readonly effect: Effect;
}

/** Lines of the document that the page shows. */
const mostLines = 5000;

const tones: Readonly<Record<Effect, string>> = { enable: 'ours', disable: 'optedout', ignore: 'impossible' };

const rules = (listed: readonly RuleFacts[], decisions: readonly Decision[]): Markup => {
  const hits = new Map<string, { count: number; readonly effect: Effect | undefined }>(
    listed.map(({ name, effect }) => [name, { count: 0, effect }]),
  );
  for (const { rule } of decisions) {
    if (rule === '') continue;
    const known = hits.get(rule) ?? { count: 0, effect: undefined };
    known.count += 1;
    hits.set(rule, known);
  }
  const rows = [...hits].map(([rule, { count, effect }]) => [
    html`<a href="/services?rule=${inAddress(rule.slice(0, 200))}">${rule}</a>`,
    effect === undefined ? html`<span class="note">no longer in the policy</span>` : chip(tones[effect], effect),
    countBar(count, decisions.length),
    count === 0 ? html`<span class="warning">decides no service</span>` : String(count),
  ]);
  const none = decisions.filter(({ rule }) => rule === '').length;
  return html`${table('Rules', ['rule', 'effect', 'share', numeric('services')], rows)}<p class="note">${counted(none, 'service')} ${none === 1 ? 'matches' : 'match'} no rule.</p>`;
};

const document = (text: string | undefined): Markup => {
  if (text === undefined) return html`<p class="empty">No policy is in the store; each command's --policy decides.</p>`;
  const lines = text.replace(/\n$/, '').split('\n');
  const cut = lines.length > mostLines ? html`<p>The first ${mostLines} of ${lines.length} lines.</p>` : '';
  return html`${cut}<pre class="lines" tabindex="0" aria-label="Policy document">${lines.slice(0, mostLines).map((line) => html`<span>${line}\n</span>`)}</pre>`;
};

const invalid = (problem: string): Markup =>
  html`<p class="warning">The policy is not valid, so no run starts: ${problem}</p><p>Correct it, then put it into the store again: <code>headroom policy put FILE</code></p>`;

/**
 * Services that each rule of the policy decides; a rule that decides none may be a mistake.
 * @param listed its rules, or why it is not valid
 */
export const policy = (
  text: string | undefined,
  listed: readonly RuleFacts[] | string,
  decisions: readonly Decision[],
): Markup =>
  html`<section class="card"><h2>Rules</h2>${typeof listed === 'string' ? invalid(listed) : rules(listed, decisions)}</section><section class="card"><h2>Document</h2>${document(text)}</section>`;
