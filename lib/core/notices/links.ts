import type { Links } from '../model/policy-document.ts';
import type { Action } from './actions.ts';

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
