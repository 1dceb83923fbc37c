import { grouped } from '../../../core/model/visible-text.ts';
import { exact, html, type Markup } from '../../pictures/html.ts';
import { copyButton } from '../layout.ts';
import { type Figures, figuresPart, type SimulatedPolicies, simulatedPoliciesPart } from './policies.ts';

/** How far the months of a trial are. */
export type Months =
  | { readonly kind: 'running'; readonly doneDays: number; readonly days: number }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'done'; readonly simulated: SimulatedPolicies };

/** What an edited policy would do, as far as it is known; or what is wrong with its text. */
export type Trial =
  | { readonly problems: readonly string[] }
  | { readonly changes: Figures; readonly months: Months; readonly patch: string };

/** An edited policy, and the file in which its owner keeps it. */
export interface TrialText {
  readonly policy: string;
  readonly file: string;
}

/** Name of the text in messages and in a patch, if its owner names no other. */
export const usualFile = 'policy.yaml';

/** How far a trial is, in a sentence. */
export const trialStatus = (trial: Trial): string => {
  if ('problems' in trial) return 'The policy is not valid. Nothing is simulated.';
  const { months } = trial;
  if (months.kind === 'failed') return 'What changes today is counted. The months are not.';
  if (months.kind === 'done') return 'Counted.';
  const { doneDays, days } = months;
  return `What changes today is counted. The months are still counted: ${grouped(`${doneDays} of ${days}`)} days.`;
};

/** A problem with its line, which a click selects in the text. */
const problemPart = (problem: string): Markup => {
  const [, file, line, rest] = /^(\S+):(\d+):\d+ (.*)$/s.exec(problem) ?? [];
  return file === usualFile
    ? html`<li><a href="#policy-text" data-line="${line}">Line ${line}</a>: ${rest}</li>`
    : html`<li>${problem}</li>`;
};

const monthsPart = (months: Months): Markup => {
  if (months.kind === 'done') return simulatedPoliciesPart(months.simulated);
  if (months.kind === 'failed') return html`<p class="warning">${months.message}</p>`;
  return html`<progress max="${months.days}" value="${months.doneDays}" aria-label="days simulated"></progress>`;
};

const patchPart = (patch: string): Markup =>
  patch === ''
    ? html`<p class="empty">The text is the policy in force; there is no patch.</p>`
    : html`<p>Apply it in a clone with <code>git apply policy.patch</code>, and open a pull request. ${copyButton(exact(patch), 'the patch')} <button form="trial" formaction="/simulation/patch">Download the patch</button></p><pre tabindex="0" aria-label="Patch">${exact(patch)}</pre>`;

/** What a trial found. */
export const trialPart = (trial: Trial): Markup => {
  if ('problems' in trial)
    return html`<section class="card"><h2>Problems</h2><ul>${trial.problems.map(problemPart)}</ul></section>`;
  const { changes, months, patch } = trial;
  return html`<section class="card"><h2>Changes today</h2>${figuresPart(changes)}</section><section class="card"><h2>As a patch</h2>${patchPart(patch)}</section><section class="card"><h2>The next months</h2>${monthsPart(months)}</section>`;
};

const form = ({ policy, file }: TrialText): Markup =>
  // A browser drops the first line end of a text.
  html`<form class="trial" id="trial" method="post" action="/simulation"><label for="policy-text">Policy</label><textarea id="policy-text" name="policy" rows="28" spellcheck="false" autocomplete="off" autocapitalize="off" wrap="off" aria-describedby="trial-status">\n${exact(policy)}</textarea><div class="filters"><label>File in your repository <input name="file" value="${file}" autocomplete="off"></label> <button>Simulate</button></div></form>`;

const intro = 'Edit the policy. Nothing is written to the store or the platform.';

/** The policy to edit, and beside it what it would do. */
export const trialPage = (edited: TrialText, trial?: Trial): Markup =>
  html`<div class="trial"><section class="card">${form(edited)}</section><div><p id="trial-status" role="status">${trial === undefined ? intro : trialStatus(trial)}</p><div id="trial-results">${trial === undefined ? '' : trialPart(trial)}</div></div></div>`;
