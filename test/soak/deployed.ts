import { type DeployedResult, simulateDeployed } from '../simulator/deployed/simulate-deployed.ts';

/** `npm run soak -- --mode deployed`: one organization with Headroom on AWS, and how well it is looked after. */

/** What `--json` prints: the promised figures first. */
const documentOf = (done: DeployedResult) => {
  const { seed, projects, services, callsPerMinute, days, violations, ...figures } = done;
  return {
    ...{ mode: 'deployed', seed, projects, services, callsPerMinute, days },
    ...figures,
    violations: violations.map(({ law, atMs, message }) => ({ law, at: new Date(atMs).toISOString(), message })),
  };
};

const enforcementOf = ({ enforcement }: DeployedResult): readonly (readonly [string, string])[] => {
  if (enforcement === undefined) return [];
  const { approvals, approved, enforced, notOffered, hours } = enforcement;
  const after = hours === null ? 'not all yet' : `after ${hours.toFixed(1)} h`;
  const outcome = `${enforced} enforced, ${notOffered} that the platform refuses, ${after}`;
  return [[`${approvals} approval`, `of ${approved} services: ${outcome}`]];
};

const tableOf = (done: DeployedResult): readonly (readonly [string, string])[] => {
  const { budgetPasses, eventMinutes, foundMinutes, servedMinutes, functions, hourlyPasses, eventRuns, largest } = done;
  return [
    ['oldest record', `${done.oldestRecordMinutes} min`],
    ['hourly passes', `${hourlyPasses.ended} ended, ${hourlyPasses.failed} failed, median ${done.passMinutes} min`],
    ['daily budget passes', `${budgetPasses.done} of ${budgetPasses.of} days`],
    ['runs for events', `${eventRuns.ended} ended, ${eventRuns.failed} failed`],
    ['a new service is found', `p50 ${foundMinutes.p50} min, p99 ${foundMinutes.p99} min`],
    ['its event is served', `p50 ${servedMinutes.p50} min, p99 ${servedMinutes.p99} min`],
    ['both together', `p50 ${eventMinutes.p50} min, p99 ${eventMinutes.p99} min`],
    ['failed runs, coalesced runs', `${done.failedRuns}, ${done.coalescedRuns}`],
    ['calls', `${done.calls} with ${done.dailyQuestions} questions a day, at most ${done.mostCallsAMinute} in 60 s`],
    ['writes', `${done.writes}`],
    ['functions', `${functions.coldStarts} cold starts, ${functions.timedOut} timed out, ${functions.dead} dead calls`],
    ['states', `${done.states}`],
    ['largest', `payload ${largest.payload} B, history ${largest.history} events, object ${largest.object} B`],
    ['cost of AWS', `${done.monthlyCost.toFixed(2)} USD a month`],
    ...enforcementOf(done),
  ];
};

export interface DeployedFlags {
  readonly seed: number;
  readonly days: number;
  readonly projects: number;
  readonly services: number;
  readonly calls: number;
  readonly json: boolean;
}

/** Prints what was reached. @returns the exit status: 1 if a law did not hold */
export const printDeployed = (done: DeployedResult, json: boolean, print: (text: string) => void): number => {
  const document = documentOf(done);
  if (json) print(JSON.stringify(document, null, 2));
  else {
    const { seed, days, projects, services, callsPerMinute } = done;
    print(`${projects} projects, ${services} services, ${callsPerMinute} calls a minute, ${days} days, seed ${seed}`);
    for (const [what, text] of tableOf(done)) print(`  ${what.padEnd(28)}${text}`);
    for (const { at, law, message } of document.violations.slice(0, 20)) print(`  ${at} ${law}: ${message}`);
    print(`${document.violations.length} violations`);
  }
  return done.violations.length === 0 ? 0 : 1;
};

/** @returns the exit status: 1 if a law did not hold */
export const soakDeployed = async (flags: DeployedFlags, print: (text: string) => void): Promise<number> => {
  const { seed, days, projects, services, calls, json } = flags;
  const done = await simulateDeployed({ seed, days, size: { projects, services }, callsPerMinute: calls });
  return printDeployed(done, json, print);
};
