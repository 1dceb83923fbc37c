import { exact, html, type Markup } from '../pictures/html.ts';
import { type Figures, figuresPart } from './simulation/policies.ts';

/** What an edited policy would change; or what is wrong with its text. */
export type Trial = { readonly problems: readonly string[] } | { readonly changes: Figures };

const command = 'headroom simulate --from-store --policy policy.yaml -o html';

/** What a trial found. */
export const trialPart = (trial: Trial): Markup => {
  if ('problems' in trial)
    return html`<section class="card" role="alert"><h2>Problems</h2><p>The policy is not valid.</p><ul>${trial.problems.map((problem) => html`<li>${problem}</li>`)}</ul></section>`;
  return html`<section class="card"><h2>Changes today</h2>${figuresPart(trial.changes)}<p class="note">The next months under it, once it is a file: <code>${command}</code></p></section>`;
};

/** The text of a policy to edit. */
export const policyForm = (policy: string): Markup =>
  // A browser drops the first line end of a text.
  html`<form class="trial" method="post" action="/policy"><label for="policy-text">Edit it, and see what changes today. Nothing is written to the store or the platform.</label><textarea id="policy-text" name="policy" rows="28" spellcheck="false" autocomplete="off" autocapitalize="off" wrap="off">\n${exact(policy)}</textarea><div class="filters"><button>Show what changes</button></div></form>`;
