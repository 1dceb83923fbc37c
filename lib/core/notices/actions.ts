import type { Finding } from '../model/decision.ts';
import { findings } from '../model/findings/findings.ts';
import type { Links } from '../model/policy-document.ts';
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

/** Where a deployment on AWS is approved. */
export interface ApprovalTarget {
  /** ARN of the state machine of the runs. */
  readonly workflow: string;
  /** Whether a run request with a digest approves it; otherwise only roles with that permission approve, in the store. */
  readonly byRequest: boolean;
}

/** Facts that turn an action into links. */
export interface LinkFacts {
  readonly links: Links;
  /** Null on a single machine. */
  readonly approval: ApprovalTarget | null;
}

export interface Link {
  readonly text: string;
  readonly url: string;
}

/** Domains of partitions whose console has one address for all regions (AWS General Reference). */
const domains: Readonly<Record<string, string>> = {
  'aws-cn': 'amazonaws.cn',
  'aws-us-gov': 'amazonaws-us-gov.com',
};

/**
 * Page of a state machine in the console, with the button that opens the form of an execution. AWS documents no address that
 * fills in the form, so the message carries the input to paste.
 */
const machinePage = (arn: string): string => {
  const [, partition = '', , region = ''] = arn.split(':');
  const own = domains[partition];
  const host = own === undefined ? [region, 'console', 'aws.amazon.com'] : ['console', own];
  return `https://${host.join('.')}/states/home?region=${region}#/statemachines/view/${encodeURIComponent(arn)}`;
};

/** Input of the execution that approves a plan. */
const approvalInput = (digest: string): string =>
  JSON.stringify({ trigger: { kind: 'manual', by: 'approval' }, approvedDigest: digest });

const withoutSlash = (url: string): string => url.replace(/\/+$/, '');

/** Links of an action, the most useful first. */
export const linksOf = (action: Action, facts: LinkFacts): Link[] => {
  const { dashboard, runbook } = facts.links;
  const { approval } = facts;
  const links: Link[] = [];
  if (dashboard !== undefined)
    links.push({
      // Whether the page approves depends on how the dashboard is served, so the link promises only what it shows.
      text: action.approves === undefined ? 'Dashboard' : 'Review the plan',
      url: `${withoutSlash(dashboard)}${action.page}`,
    });
  if (action.approves !== undefined && approval?.byRequest)
    links.push({ text: 'Approve on AWS', url: machinePage(approval.workflow) });
  if (runbook !== undefined && action.section !== '')
    links.push({ text: 'Runbook', url: `${withoutSlash(runbook)}#${action.section}` });
  return links;
};

/** What a person does, as lines of text: the sentence, the command, the input of an approving execution, and more where no link leads to it. */
export const stepsOf = (
  action: Action,
  facts: LinkFacts,
): readonly { readonly label: string; readonly code: string }[] => [
  { label: action.text, code: action.command },
  ...(action.approves !== undefined && facts.approval?.byRequest
    ? [{ label: 'Or start an execution with this input:', code: approvalInput(action.approves) }]
    : []),
  ...(facts.links.runbook === undefined && action.section !== ''
    ? [{ label: 'Read:', code: `headroom runbook ${action.section}` }]
    : []),
];
