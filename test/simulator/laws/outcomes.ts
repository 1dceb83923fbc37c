import { windowAt } from '../organization/freeze.ts';
import { approvedKinds } from '../organization/policy.ts';
import { type Circumstances, earlier, type Law, type PassSeen, type RunBegun } from './law.ts';

/** Whether writing was allowed when the run began and is not any more. */
const isRestrainedMeanwhile = ({ run, writingForbiddenSinceMs, skewMs = 0 }: Circumstances, atMs: number): boolean =>
  writingForbiddenSinceMs !== null || windowAt(run?.policy.freeze, atMs + skewMs) !== undefined;

/** Whether a disk has grown since the run began, so that a maximum is lowered by the next run only (design §12.1). */
const hasGrown = ({ services }: PassSeen, run: RunBegun): boolean =>
  services.some((service) => service.provisionedGb > (earlier(run.services, service)?.provisionedGb ?? 0));

const mayAsk = ({ policy, undone }: RunBegun): boolean =>
  approvedKinds(policy).length > 0 ||
  policy.approval?.firstRun === true ||
  (undone !== undefined && policy.budgets.length > 0);

/** Outcomes that a mode allows a pass without faults: by what it wrote, and by what people requested. */
const demandedUnder = (
  mode: RunBegun['mode'],
  pass: PassSeen,
  circumstances: Circumstances,
  run: RunBegun,
): string[] => {
  const isAsked = run.approval !== undefined || run.undone !== undefined;
  // A person's request may be out of date; that is refused before anything is written.
  const refused = isAsked && pass.writes.length === 0 ? ['refused'] : [];
  if (mode === 'stop') return ['stopped', ...refused];
  if (mode === 'observe') return ['observed', 'nothing', ...refused];
  const isHeldBack = isRestrainedMeanwhile(circumstances, pass.atMs) || hasGrown(pass, run);
  const partial = isHeldBack ? ['partial'] : [];
  if (pass.writes.length > 0) return ['applied', ...partial];
  // A first denial of a price is no answer yet, and the limit of added money stops what has no price.
  const isPriceOpen = pass.services.some((service) => circumstances.isPriceOpen?.(service));
  return ['nothing', ...partial, ...(mayAsk(run) || isPriceOpen ? ['needs-approval'] : []), ...refused];
};

/** The mode that a run finds may be that at its beginning or at its end: events wait a minute for others before they are read. */
const demanded = (pass: PassSeen, circumstances: Circumstances, run: RunBegun): string[] => [
  ...new Set([run.mode ?? 'enforce', pass.mode].flatMap((mode) => demandedUnder(mode, pass, circumstances, run))),
];

export const undisturbedPassesSucceed: Law = {
  name: 'a pass that no fault disturbs ends as what it wrote, a mode, a freeze or an approval demands',
  source: 'design §9',
  afterPass: (pass, circumstances) => {
    const { run } = circumstances;
    if (pass.isDisturbed || run === undefined) return [];
    const outcomes = demanded(pass, circumstances, run);
    if (outcomes.includes(pass.outcome)) return [];
    const wrote = `${pass.writes.length} writes, mode ${run.mode ?? 'enforce'}`;
    return [
      `the pass ended as ${pass.outcome} (${wrote}) instead of ${outcomes.join(' or ')}, and nothing disturbed it`,
    ];
  },
};
