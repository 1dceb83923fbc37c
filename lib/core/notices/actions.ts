import type { Finding } from '../model/decision.ts';
import { findings } from '../model/findings/findings.ts';
import { oneLine, quoted } from '../model/visible-text.ts';

/** The one thing to do about a finding. */
export interface Action {
  /** One sentence. */
  readonly text: string;
  /** Command line that does it, or shows what to do. */
  readonly command: string;
  /** Page of the dashboard, from its root. */
  readonly page: string;
  /** Section of docs/runbook.md, as an anchor. */
  readonly section: string;
  /** Digest of the plan that waits for an approval; absent for every other finding. */
  readonly approves?: string;
}

const shownBy = (finding: Finding): Pick<Action, 'command' | 'page' | 'approves'> => {
  const { code, project, service, subject = '', details } = finding;
  if (code === 'plan-needs-approval') {
    const page = `/approve/${encodeURIComponent(subject)}`;
    return { command: `headroom approve ${subject.slice(0, 12)}`, page, approves: subject };
  }
  const { about, disk } = findings[code];
  // A disk that its budget gives no room needs a decision about the budget.
  if (about === 'budget' || (disk && details?.budget !== undefined))
    return { command: 'headroom budget', page: '/budgets' };
  if (about === 'run') return { command: 'headroom status', page: '/runs' };
  if (about === 'plan') return { command: 'headroom plan', page: '/findings' };
  if (service === '') return { command: 'headroom report', page: '/findings' };
  const page = `/services/${encodeURIComponent(project)}/${encodeURIComponent(service)}`;
  const explain = `headroom explain ${quoted(oneLine(`${project}/${service}`))}`;
  return { command: disk === undefined ? explain : String(details?.command ?? explain), page };
};

/** The one thing to do about a finding. */
export const actionOf = (finding: Finding): Action => {
  const { remedy: text, section } = findings[finding.code];
  return { text, section, ...shownBy(finding) };
};
