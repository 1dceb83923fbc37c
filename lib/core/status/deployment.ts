import { inWords } from '../model/durations.ts';
import { attention, ok, problem, type StatusLine } from './status.ts';

export interface ScheduleFacts {
  readonly purpose: string;
  readonly expression: string;
  readonly isEnabled: boolean;
}

/** The state of the schedules. */
export const judgeSchedules = (schedules: readonly ScheduleFacts[], lastStartMsAgo: number | null): StatusLine => {
  const idle = schedules.filter(({ isEnabled }) => !isEnabled);
  const last =
    lastStartMsAgo === null
      ? 'the workflow was never started'
      : `the workflow was started ${inWords(lastStartMsAgo)} ago`;
  const shown = schedules.map(({ purpose, expression }) => `${purpose} ${expression}`).join(', ');
  if (schedules.length === 0) {
    return problem('schedules', 'the stack has no schedules', 'deploy it again: npx cdk deploy');
  }
  if (idle.length === schedules.length) {
    const remedy = 'read the plan of a run, then set "enabled": true in cdk.json and deploy';
    return attention('schedules', `all schedules are disabled; ${last}`, remedy);
  }
  if (idle.length > 0) {
    const says = `disabled: ${idle.map(({ purpose }) => purpose).join(', ')}; ${last}`;
    return problem('schedules', says, 'enable the disabled schedules, or deploy again');
  }
  return ok('schedules', `${shown}; ${last}`);
};

export interface QueueFacts {
  readonly name: string;
  readonly waiting: number;
  /** Section of docs/runbook.md. */
  readonly section: string;
}

/** Whether any dead-letter queue has messages. */
export const judgeDeadLetters = (queues: readonly QueueFacts[]): StatusLine => {
  const full = queues.filter(({ waiting }) => waiting > 0);
  const first = full[0];
  if (queues.length === 0)
    return problem('dead letters', 'the stack has no dead-letter queue', 'deploy it again: npx cdk deploy');
  if (first === undefined) return ok('dead letters', `${queues.map(({ name }) => name).join(' and ')}: empty`);
  const says = full.map(({ name, waiting }) => `${waiting} waiting in ${name}`).join(', ');
  return problem('dead letters', says, `headroom runbook ${first.section}`);
};

interface VersionFacts {
  /** Of this command line. */
  readonly headroom: string;
  readonly node: string;
  readonly profile: string;
  /** Of the deployment; null without one, or if it does not report its version. */
  readonly deployed: string | null;
}

/** The versions in use, and whether command line and deployment differ. */
export const judgeVersions = ({ headroom, node, profile, deployed }: VersionFacts): StatusLine => {
  const says = `Headroom ${headroom}, Node.js ${node}, profile ${profile}`;
  return deployed === null || deployed === headroom
    ? ok('versions', says)
    : attention('versions', `${says}; deployed: ${deployed}`, 'npx cdk deploy, or use the deployed version');
};
