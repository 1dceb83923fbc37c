import { attention, inWords, ok, problem, type StatusLine } from './status.ts';

/** One thing that starts by the clock. */
export interface ScheduleFacts {
  readonly purpose: string;
  readonly expression: string;
  readonly isEnabled: boolean;
}

/** What starts by itself. */
export const judgeSchedules = (schedules: readonly ScheduleFacts[], lastStartMsAgo: number | null): StatusLine => {
  const idle = schedules.filter(({ isEnabled }) => !isEnabled);
  const last =
    lastStartMsAgo === null
      ? 'the workflow was never started'
      : `the workflow was started ${inWords(lastStartMsAgo)} ago`;
  const shown = schedules.map(({ purpose, expression }) => `${purpose} ${expression}`).join(', ');
  if (schedules.length === 0) {
    return problem('schedules', 'the stack has none', 'deploy it again: npx cdk deploy');
  }
  if (idle.length === schedules.length) {
    const remedy = 'set "enabled": true in cdk.json and deploy, once you have read what a run would do';
    return attention('schedules', `nothing starts by itself; ${last}`, remedy);
  }
  if (idle.length > 0) {
    const says = `disabled: ${idle.map(({ purpose }) => purpose).join(', ')}; ${last}`;
    return problem('schedules', says, 'enable what somebody has disabled, or deploy again');
  }
  return ok('schedules', `${shown}; ${last}`);
};

/** A queue of what could not be delivered. */
export interface QueueFacts {
  readonly name: string;
  readonly waiting: number;
  /** Section of docs/runbook.md. */
  readonly section: string;
}

/** Whether anything could not be delivered. */
export const judgeDeadLetters = (queues: readonly QueueFacts[]): StatusLine => {
  const full = queues.filter(({ waiting }) => waiting > 0);
  const first = full[0];
  if (queues.length === 0) return problem('dead letters', 'the stack has no such queue', 'deploy it again');
  if (first === undefined) return ok('dead letters', `${queues.map(({ name }) => name).join(' and ')}: empty`);
  const says = full.map(({ name, waiting }) => `${waiting} waiting in ${name}`).join(', ');
  return problem('dead letters', says, `see docs/runbook.md#${first.section}`);
};

export interface VersionFacts {
  /** Of this command line. */
  readonly headroom: string;
  readonly node: string;
  readonly profile: string;
  /** Of the deployment; null where there is none, or where it does not tell. */
  readonly deployed: string | null;
}

/** What is in use, and whether the command line is of another version than the deployment. */
export const judgeVersions = ({ headroom, node, profile, deployed }: VersionFacts): StatusLine => {
  const says = `Headroom ${headroom}, Node.js ${node}, profile ${profile}`;
  return deployed === null || deployed === headroom
    ? ok('versions', says)
    : attention('versions', `${says}; deployed is ${deployed}`, 'npx cdk deploy, or use the version that is deployed');
};
