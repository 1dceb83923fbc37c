import { exact, html, type Markup } from '../pictures/html.ts';
import { copyButton } from './layout.ts';
import { type Figures, figuresPart, type SimulatedPolicies, simulatedPoliciesPart } from './simulation/policies.ts';

/** What an edited policy would do; or what is wrong with its text. */
export type Trial =
  | { readonly problems: readonly string[] }
  | {
      readonly changes: Figures;
      /** Or why there are none. */
      readonly months: SimulatedPolicies | string;
      readonly patch: string;
    };

const patchPart = (patch: string): Markup =>
  patch === ''
    ? html`<p class="empty">The text is the policy in force; there is no patch.</p>`
    : html`<p>Save it as <code>policy.patch</code>, apply it in a clone with <code>git apply policy.patch</code>, and open a pull request. ${copyButton(exact(patch), 'the patch')}</p><pre class="patch" tabindex="0" aria-label="Patch">${exact(patch)}</pre>`;

/** What a trial found. */
export const trialPart = (trial: Trial): Markup => {
  if ('problems' in trial)
    return html`<section class="card" role="alert"><h2>Problems</h2><p>The policy is not valid. Nothing is simulated.</p><ul>${trial.problems.map((problem) => html`<li>${problem}</li>`)}</ul></section>`;
  const { changes, months, patch } = trial;
  const counted = typeof months === 'string' ? html`<p class="warning">${months}</p>` : simulatedPoliciesPart(months);
  return html`<section class="card"><h2>Changes today</h2>${figuresPart(changes)}</section><section class="card"><h2>As a patch</h2>${patchPart(patch)}</section><section class="card"><h2>The next months</h2>${counted}</section>`;
};

/** The text of a policy to edit. */
export const policyForm = (policy: string): Markup =>
  // A browser drops the first line end of a text.
  html`<form class="trial" method="post" action="/policy"><label for="policy-text">Edit it, and see what changes today and in the next months. Nothing is written to the store or the platform.</label><textarea id="policy-text" name="policy" rows="28" spellcheck="false" autocomplete="off" autocapitalize="off" wrap="off">\n${exact(policy)}</textarea><div class="filters"><button>Simulate</button></div></form>`;
