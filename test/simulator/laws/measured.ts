import type { Law, PassSeen } from './law.ts';

/** Metrics that the calls of one run must add up to, by what the platform saw of it. */
const expected = ({ outcome, writes }: PassSeen): Readonly<Record<string, number>> => ({
  RunsEnded: outcome === 'refused' ? 0 : 1,
  RunsFailed: 0,
  PlansWaiting: outcome === 'needs-approval' ? 1 : 0,
  ChangesConfirmed: writes.length,
  ...(outcome === 'partial' ? {} : { WorkUnfinished: 0 }),
});

export const metricsAreTrue: Law = {
  name: 'the metrics of an undisturbed pass count what the platform saw',
  source: 'design §9',
  afterPass: (pass) =>
    pass.isDisturbed
      ? []
      : Object.entries(expected(pass))
          .filter(([name, value]) => (pass.metrics[name] ?? 0) !== value)
          .map(([name, value]) => `${name} is ${pass.metrics[name] ?? 0}, and ${value} is true`),
};

/** Outcomes that need a person, or that say how. */
const verdicts: Readonly<Record<string, string>> = { 'needs-approval': 'attention', partial: 'attention' };

export const statusIsTrue: Law = {
  name: 'after an undisturbed pass the status says the mode, the outcome and the digest that waits, and that no run is at work',
  source: 'design §9',
  afterPass: ({ isDisturbed, outcome, status, mode, events }) => {
    if (isDisturbed || outcome === 'refused') return [];
    const line = (subject: string) => status.find((one) => one.subject === subject);
    const [lastRun, lease] = [line('last run'), line('lease')];
    const says = `${line('mode')?.says}`;
    const waiting = events.find(({ type }) => type === 'PlanNeedsApproval')?.detail as { digest?: string } | undefined;
    return [
      ...(says.startsWith(`${mode}:`) ? [] : [`the status says "${says}", and the mode is ${mode}`]),
      ...(lastRun?.says.startsWith(`${outcome},`) && lastRun.verdict === (verdicts[outcome] ?? 'ok')
        ? []
        : [`the status says "${lastRun?.says}" (${lastRun?.verdict}), and the pass ended as ${outcome}`]),
      ...(lease?.says.startsWith('free') ? [] : [`the status says "${lease?.says}", and no run is at work`]),
      ...(outcome !== 'needs-approval' || (waiting?.digest && lastRun?.remedy.includes(waiting.digest))
        ? []
        : [`the status says "${lastRun?.remedy}", and ${waiting?.digest} waits`]),
    ];
  },
};
