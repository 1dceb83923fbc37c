import type { Decision, Effect } from '../../core/model/decision.ts';
import { counted } from '../../core/model/visible-text.ts';
import { countBar } from '../pictures/bars.ts';
import { exact, html, type Markup } from '../pictures/html.ts';
import { inAddress } from './layout.ts';
import { chip } from './parts.ts';
import { type Figures, figuresPart } from './simulation/policies.ts';
import { numeric, table } from './tables.ts';

/** A rule of the policy in force. */
export interface RuleFacts {
  readonly name: string;
  readonly effect: Effect;
}

const tones: Readonly<Record<Effect, string>> = { enable: 'ours', disable: 'optedout', ignore: 'impossible' };

const rules = (listed: readonly RuleFacts[], decisions: readonly Decision[]): Markup => {
  const hits = new Map<string, { count: number; readonly effect: Effect | undefined }>(
    listed.map(({ name, effect }) => [name, { count: 0, effect }]),
  );
  for (const { rule } of decisions) {
    if (rule === '') continue;
    const earlier = hits.get(rule) ?? { count: 0, effect: undefined };
    earlier.count += 1;
    hits.set(rule, earlier);
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

const invalid = (problem: string): Markup =>
  html`<p class="warning">The policy is not valid, so no run starts: ${problem}</p><p>Correct it, then put it into the store again: <code>headroom policy put FILE</code></p>`;

/** What an edited policy would change; or what is wrong with its text. */
export type Trial = { readonly problems: readonly string[] } | { readonly changes: Figures };

interface PolicyFacts {
  /** Whether the policy in force is that of the store. */
  readonly isStored: boolean;
  /** Its rules, or why it is not valid. */
  readonly listed: readonly RuleFacts[] | string;
  /** The text to edit; undefined if there is none. */
  readonly text: string | undefined;
  readonly trial?: Trial;
}

/** Characters of a policy that a page edits. */
export const mostCharacters = 300_000;

/** What a trial found. */
const trialPart = (trial: Trial): Markup => {
  if ('problems' in trial)
    return html`<section class="card" role="alert"><h2>Problems</h2><p>The policy is not valid.</p><ul>${trial.problems.map((problem) => html`<li>${problem}</li>`)}</ul></section>`;
  return html`<section class="card"><h2>Changes today</h2>${figuresPart(trial.changes)}<p class="note">The next months under it, once it is a file: <code>headroom simulate --from-store --policy policy.yaml -o html</code></p></section>`;
};

/** The text of a policy to edit. */
const policyForm = (policy: string): Markup =>
  // A browser drops the first line end of a text.
  html`<form class="trial" method="post" action="/policy"><label for="policy-text">Edit it, and see what changes today. Nothing is written to the store or the platform.</label><textarea id="policy-text" name="policy" rows="28" spellcheck="false" autocomplete="off" autocapitalize="off" wrap="off">\n${exact(policy)}</textarea><div class="filters"><button>Show what changes</button></div></form>`;

const document = ({ isStored, text }: PolicyFacts): Markup => {
  const none = isStored ? '' : html`<p class="empty">No policy is in the store; each command's --policy decides.</p>`;
  if (text === undefined) return html`${none}`;
  if (text.length <= mostCharacters) return html`${none}${policyForm(text)}`;
  return html`${none}<p class="empty">The policy is larger than this page edits. Compare a file: <code>headroom policy diff policy.yaml</code></p>`;
};

/** Services that each rule of the policy decides, where a rule that decides none may be a mistake; and the text to edit. */
export const policy = (facts: PolicyFacts, decisions: readonly Decision[]): Markup => {
  const { listed, trial } = facts;
  return html`${trial === undefined ? '' : trialPart(trial)}<section class="card"><h2>Rules</h2>${typeof listed === 'string' ? invalid(listed) : rules(listed, decisions)}</section><section class="card"><h2>Document</h2>${document(facts)}</section>`;
};
