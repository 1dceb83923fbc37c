import { soonLevel } from '../../../lib/core/disk/disk-troubles.ts';
import { minuteMs } from '../../../lib/core/model/durations.ts';
import { mbPerGb } from '../../../lib/core/model/sizes.ts';
import { usedMbAt } from '../../../lib/platform/autoscaler/usage.ts';
import type { ServiceTruth } from '../surroundings/truth.ts';
import { type Circumstances, earlier, type Law, nameOf, type PassSeen, type RunBegun } from './law.ts';
import { type Reported, reportOf } from './reported.ts';

/**
 * A disk counts as full that cannot grow after so long at 90 %: a working autoscaler evaluates every 30 seconds. The law
 * does not ask why it does not grow.
 */
const withoutGrowthMs = 11 * minuteMs;

/** Codes of findings that name a full disk. */
const fullCodes: ReadonlySet<string> = new Set(['disk-full', 'disk-fills-up', 'autoscaler-stuck']);

type Place = { readonly project: string; readonly service: string };

const isAt =
  ({ project, service }: ServiceTruth) =>
  (place: Place) =>
    place.project === project && place.service === service.name;

const autoscalersOf = ({ ours, others }: ServiceTruth): string => JSON.stringify([ours, others]);

/** Services of the projects that the plan of a report judges. */
const judgedIn = ({ plan, unread }: Reported, services: readonly ServiceTruth[]): ServiceTruth[] => {
  const projects = new Set([...(plan?.decisions ?? []), ...unread].map(({ project }) => project));
  return services.filter(({ project }) => projects.has(project));
};

/** A full disk, with the moment at which Headroom read its project last. */
interface FullDisk {
  readonly truth: ServiceTruth;
  readonly readMs: number;
}

/**
 * The disks that were full and could not grow when their project was read last, and still are. A service whose autoscaler
 * changed in the pass counts with the next one.
 */
const fullDisks = (
  services: readonly ServiceTruth[],
  run: RunBegun,
  { alertsReadMs = () => undefined }: Circumstances,
): FullDisk[] =>
  services.flatMap((truth) => {
    const [before, readMs] = [earlier(run.services, truth), alertsReadMs(truth.project)];
    const sinceMs = truth.nearlyFullSinceMs;
    if (before === undefined || readMs === undefined || sinceMs === null) return [];
    if (before.service.diskMb !== truth.service.diskMb || autoscalersOf(before) !== autoscalersOf(truth)) return [];
    const changedMs = Math.max(truth.service.updatedMs, truth.autoscaledSinceMs ?? 0);
    return Math.max(sinceMs, changedMs) + withoutGrowthMs <= readMs ? [{ truth, readMs }] : [];
  });

/** Full disks that no finding of a pass names. */
export const unreported = (pass: PassSeen, circumstances: Circumstances): FullDisk[] => {
  const { run } = circumstances;
  const report = reportOf(pass);
  if (run === undefined || run.undone !== undefined || report === undefined || report.plan === null) return [];
  const { findings } = report.plan;
  return fullDisks(judgedIn(report, pass.services), run, circumstances).filter(
    ({ truth }) => !findings.some((finding) => fullCodes.has(finding.code) && isAt(truth)(finding)),
  );
};

/** Whether every project of the report was read in its pass, so that the report speaks of this moment. */
const isFresh = (services: readonly ServiceTruth[], { run, alertsReadMs }: Circumstances): boolean =>
  services.every(({ project }) => (alertsReadMs?.(project) ?? Number.NEGATIVE_INFINITY) >= (run?.begunMs ?? 0));

const hasDisk = ({ service }: ServiceTruth): boolean => service.diskMb !== 0;

/**
 * Whether known and unknown disks are all disks: those of services that appear or go while the pass reads may count, and so
 * may, in a run for one project, those of others that share its budget.
 */
const counts = (
  { known, unknown }: { readonly known: number; readonly unknown: number },
  judgedNow: readonly ServiceTruth[],
  after: readonly ServiceTruth[],
  before: readonly ServiceTruth[],
): string[] => {
  const least = judgedNow.filter((truth) => hasDisk(truth) && earlier(before, truth) !== undefined).length;
  const most = new Set([...after, ...before].filter(hasDisk).map(nameOf)).size;
  const all = known + unknown;
  return all >= least && all <= most
    ? []
    : [`the report knows ${known} disks and does not know ${unknown}, and there are ${least} to ${most}`];
};

/** What the report says of disks, against the disks. */
const judged = (report: Reported, pass: PassSeen, circumstances: Circumstances, run: RunBegun): string[] => {
  const { plan } = report;
  if (plan === null || run.undone !== undefined) return [];
  const services = judgedIn(report, pass.services);
  const full = fullDisks(services, run, circumstances).map(({ truth }) => truth);
  const atLimit = full.filter(({ service, limitMb }) => service.diskMb >= limitMb);
  const stuck = plan.findings.filter(({ code }) => code === 'autoscaler-stuck');
  // Only a refusal tells that a service cannot have an autoscaler, and nothing was refused to a person who attached one by hand.
  const looksAble = ({ eligible, others }: ServiceTruth) => !eligible && others.length > 0;
  const far = (plan.forecast?.services ?? []).filter(({ isReached }) => !isReached);
  const { disks } = plan;
  const about = full.flatMap((truth) =>
    plan.findings.filter((finding) => fullCodes.has(finding.code) && isAt(truth)(finding)),
  );
  // A disk at 90 % that lasts for days yet needs attention.
  const wanted = about.some(({ subject }) => subject !== soonLevel) ? ['problem'] : ['attention', 'problem'];
  const verdict = pass.status.find(({ subject }) => subject === 'disks')?.verdict;
  return [
    ...(about.length > 0 && !wanted.includes(verdict ?? '')
      ? [`the status says of the disks that all is ${verdict}, and ${about.length} are full`]
      : []),
    ...atLimit.flatMap((truth) => [
      ...(stuck.some(isAt(truth)) && !looksAble(truth)
        ? [`${nameOf(truth)} is at its limit, and its autoscaler is called stuck`]
        : []),
      ...(truth.ours.length > 0 && far.some(isAt(truth))
        ? [`${nameOf(truth)} is full at its limit, and the forecast says that it can grow`]
        : []),
    ]),
    ...(disks === undefined ? ['the report does not count the disks'] : []),
    ...(disks !== undefined && disks.nearlyFull < full.length
      ? [`the report counts ${disks.nearlyFull} disks at 90 % or more, and ${full.length} are full`]
      : []),
    ...(disks !== undefined && isFresh(services, circumstances)
      ? counts(disks, services, pass.services, run.services)
      : []),
  ];
};

const messageOf = ({ truth }: FullDisk): string =>
  `${nameOf(truth)} is at 90 % of its ${truth.service.diskMb} MB or more and does not grow, and the report of the pass does not name it`;

export const fullDisksReported: Law = {
  name: 'a full disk that cannot grow has a finding after the pass that read its project, and neither report nor status says that it has room',
  source: 'what the product is for',
  afterPass: (pass, circumstances) => {
    const { run } = circumstances;
    const report = reportOf(pass);
    if (pass.isDisturbed || run === undefined || report === undefined) return [];
    return [...unreported(pass, circumstances).map(messageOf), ...judged(report, pass, circumstances, run)];
  },
};

/** The same for passes that something disturbs which does not touch what was read before. */
export const fullDisksStayReported: Law = {
  name: 'a full disk that a pass read stays in the findings while its project cannot be read',
  source: 'what the product is for',
  afterPass: (pass, circumstances) => unreported(pass, circumstances).map(messageOf),
};

/** Data that grew to this share of its quiet size: its disk has grown for a day then, so that a daily pass has measured it. */
const grownShare = 2.5;

/**
 * For lives in which every disk was quiet for months and then runs away: the size of the data is the platform's own.
 * @param quietGb size of the data before that
 */
export const runawaysNamed = (quietGb: number): Law => ({
  name: 'a disk that more than doubles within days of quiet months has the finding growth-runaway',
  source: 'what the product is for',
  afterPass: (pass) => {
    const plan = reportOf(pass)?.plan;
    if (pass.isDisturbed || plan == null) return [];
    const named = plan.findings.filter(({ code }) => code === 'growth-runaway');
    return pass.services
      .filter(({ service }) => usedMbAt(service, pass.atMs) >= grownShare * quietGb * mbPerGb)
      .filter((truth) => !named.some((at) => at.project === truth.project && at.service === truth.service.name))
      .map((truth) => `the data of ${nameOf(truth)} runs away, and the report of the pass does not say so`);
  },
});
