import { html, type Markup } from '../pictures/html.ts';

/** Names that a field suggests; any other may be typed. */
const mostSuggested = 500;

/** A field of a filter, with the names that a reader may mean: the browser suggests them while the reader types. */
export const field = (
  label: string,
  name: string,
  value: string,
  { names = [], hint = '' }: { readonly names?: readonly string[]; readonly hint?: string } = {},
): Markup => {
  const id = `names-of-${name}`;
  const list = names.length === 0 ? '' : html` list="${id}"`;
  const suggested =
    names.length === 0
      ? ''
      : html`<datalist id="${id}">${names.slice(0, mostSuggested).map((suggestion) => html`<option value="${suggestion.slice(0, 200)}"></option>`)}</datalist>`;
  return html`<label>${label} <input name="${name}" value="${value}" placeholder="${hint}" autocomplete="off"${list}></label>${suggested}`;
};

/** A choice between a few states. */
export const choice = (
  label: string,
  name: string,
  options: readonly (readonly [value: string, label: string])[],
  value: string,
): Markup =>
  html`<label>${label} <select name="${name}">${options.map(([option, text]) => html`<option value="${option}"${option === value ? html` selected` : ''}>${text}</option>`)}</select></label>`;

/** A plain form. */
export const filters = (path: string, fields: readonly Markup[]): Markup =>
  html`<form class="filters" role="search" method="get" action="${path}">${fields}<button>Show</button></form>`;
