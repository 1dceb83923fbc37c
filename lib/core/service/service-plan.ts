import type { Change } from '../change/change.ts';
import { because, type Decision, type Finding, findingAt, type Reason } from '../model/decision.ts';
import type { FindingCode } from '../model/findings/findings.ts';
import type { PlanKey, PriceKey } from '../model/model.ts';
import { ineligibleReason } from '../policy/eligibility.ts';
import type { Actual } from './actual.ts';
import {
  attachment,
  creation,
  detachment,
  distinctEndpoints,
  removal,
  type ServiceContext,
  surplus,
  toKeep,
  update,
} from './changes.ts';
import { expressed, kindFor, missingPlanDisk, whyNoTotal } from './expressible.ts';
import { floorUnder } from './floor.ts';
import { adviceOnEnabling, lowersElsewhere, type Steps, stepsToDisable, stepsToLower } from './managed-elsewhere.ts';
import { poweredOffGb } from './powered-off.ts';

/** Summary of one service's changes. */
export interface Tally {
  /** The last two resize a disk: their GB are provisioned; all other GB are maximums. */
  readonly kind: 'enable' | 'raise' | 'lower' | 'disable' | 'reclaim' | 'grow';
  readonly fromGb: number;
  readonly toGb: number;
}

/** Changes and findings of one service; `needs` is a plan whose disk size must be read first. */
export interface ServicePlan {
  readonly changes: readonly Change[];
  readonly findings: readonly Finding[];
  readonly tally?: Tally;
  readonly needs?: PlanKey;
  /** A price that must be read first. */
  readonly needsPrice?: PriceKey;
  /** Whether it reports manual changes, whose actor the event log may contain. */
  readonly reportsDrift?: boolean;
  /** Whether the raise only reaches the provisioned storage, which the budget already covers. */
  readonly raisesToFloor?: boolean;
}

const only = (decision: Decision, code: FindingCode, message: string): ServicePlan => ({
  changes: [],
  findings: [findingAt(decision, code, message)],
});

const byHand = (subject: ServiceContext, { message, details }: Steps): Finding =>
  findingAt(subject.judgement.decision, 'managed-elsewhere', message, { details });

/** A service that another tool manages can be enabled if that tool ignores the disk size. */
const enabled = (subject: ServiceContext, changes: readonly Change[], toGb: number): ServicePlan => {
  const { decision, managedBy } = subject.judgement;
  const advice = managedBy === null ? [] : [findingAt(decision, 'managed-elsewhere', adviceOnEnabling(subject))];
  return { changes, findings: advice, tally: { kind: 'enable', fromGb: 0, toGb } };
};

const inexpressible = (subject: ServiceContext, message: string): ServicePlan =>
  only(subject.judgement.decision, 'maximum-not-expressible', message);

const enableAnew = (subject: ServiceContext, toGb: number, reasons: readonly Reason[]): ServicePlan => {
  const maximum = expressed(subject, toGb);
  if (typeof maximum === 'string') return inexpressible(subject, maximum);
  const changes = [creation(subject, { toGb, maximum, reasons }), attachment(subject, null, { toGb, reasons })];
  return enabled(subject, changes, toGb);
};

const grantAt = (subject: ServiceContext, toGb: number, reasons: readonly Reason[]): ServicePlan => {
  const { actual } = subject;
  const retained = toKeep(actual, toGb);
  if (retained === undefined) return enableAnew(subject, toGb, reasons);
  const maximum = retained.maxAdditionalGb === toGb ? undefined : expressed(subject, toGb);
  if (typeof maximum === 'string') return inexpressible(subject, maximum);
  if (lowersElsewhere(subject, toGb))
    return { changes: [], findings: [byHand(subject, stepsToLower(subject, retained, toGb))] };
  const changes = surplus(subject, retained);
  const fromGb = retained.maxAdditionalGb ?? 0;
  if (maximum !== undefined) changes.push(update(subject, retained, { toGb, maximum, reasons }));
  if (actual.attached.length === 0) {
    changes.push(attachment(subject, retained, { toGb, reasons }));
    return enabled(subject, changes, toGb);
  }
  if (maximum === undefined) return { changes, findings: [] };
  return { changes, findings: [], tally: { kind: toGb < fromGb ? 'lower' : 'raise', fromGb, toGb } };
};

/** A service that cannot have the autoscaler now keeps the one that it has; while it is off, only with what is provisioned. */
const notNow = (subject: ServiceContext, why: string): ServicePlan => {
  const { decision } = subject.judgement;
  const gb = poweredOffGb(subject);
  const reasons = [
    ...decision.reasons,
    ...because('floor', `It is powered off, so it keeps only the ${gb} GB that are provisioned.`),
  ];
  const { changes, tally } = gb === null ? { changes: [] } : grantAt(subject, gb, reasons);
  return { changes, ...(tally && { tally }), findings: [findingAt(decision, 'not-eligible', why)] };
};

const enable = (subject: ServiceContext): ServicePlan => {
  const { decision } = subject.judgement;
  const ineligible = ineligibleReason(subject.service);
  const wantGb = decision.maxAdditionalGb ?? 0;
  if (ineligible !== null) return notNow(subject, ineligible);
  const inPlace = subject.actual.attached.some(({ endpoint }) => endpoint.maxAdditionalGb === wantGb);
  const noTotal = whyNoTotal(subject, wantGb);
  if (noTotal !== null) return inexpressible(subject, noTotal);
  // Also checked for a maximum in place: the disk may have grown past it while it was being lowered.
  const kind = kindFor(subject, wantGb);
  const floor = floorUnder(decision.project, subject.service, wantGb, subject.sizes.planDiskMb, kind);
  switch (floor.kind) {
    case 'clear':
      return grantAt(subject, wantGb, decision.reasons);
    case 'ask':
      return { changes: [], findings: [], needs: floor.key };
    case 'unknown':
      return inPlace ? grantAt(subject, wantGb, decision.reasons) : only(decision, floor.code, floor.message);
    case 'above': {
      const lifted = `The maximum is ${floor.gb} GB instead of ${wantGb} GB: ${floor.gb} GB of additional storage are already provisioned.`;
      const planned = grantAt(subject, floor.gb, [...decision.reasons, ...because('floor', lifted)]);
      if (planned.changes.length === 0 && planned.findings.length > 0) return planned;
      return {
        ...planned,
        findings: [...planned.findings, findingAt(decision, 'floor-above-maximum', lifted)],
        raisesToFloor: planned.tally?.kind === 'raise',
      };
    }
  }
};

/** Deletes the integration first, then the endpoint that is then unused (spec.md §4.3). */
const disable = (subject: ServiceContext): ServicePlan => {
  const { attached, spare } = subject.actual;
  if (subject.judgement.managedBy !== null && attached.length > 0) {
    return {
      changes: spare.map((endpoint) => removal(subject, endpoint)),
      findings: [byHand(subject, stepsToDisable(subject))],
    };
  }
  const changes = [
    ...attached.map((detached) => detachment(subject, detached)),
    ...distinctEndpoints(subject.actual).map((endpoint) => removal(subject, endpoint)),
  ];
  if (attached.length === 0) return { changes, findings: [] };
  const fromGb = Math.max(...attached.map(({ endpoint }) => endpoint.maxAdditionalGb ?? 0));
  return { changes, findings: [], tally: { kind: 'disable', fromGb, toGb: 0 } };
};

const ignore = (subject: ServiceContext): ServicePlan => {
  const { attached, spare } = subject.actual;
  const reasons = because(
    'left-over',
    'Unused: no service uses this Headroom endpoint, and policy does not enable the autoscaler.',
  );
  const changes = spare.map((endpoint) => removal(subject, endpoint, reasons));
  if (attached.length === 0) return { changes, findings: [] };
  const message =
    'Policy no longer selects this service, but it still has a Headroom autoscaler; left as it is. A rule with effect disable removes it.';
  return { changes, findings: [findingAt(subject.judgement.decision, 'no-longer-selected', message)] };
};

/** Without the names of service and endpoint, so that a list shows many such services in one row. */
const foreignMessage = ({ effect }: Decision, { adoptable }: Actual): string => {
  const state = 'An endpoint already autoscales this service (not managed by Headroom); left alone.';
  if (effect !== 'enable') return `${state} To let policy take over, delete that integration.`;
  if (typeof adoptable === 'string') return `${state} Headroom cannot take over: ${adoptable}.`;
  return `${state} To let policy take over, run 'headroom adopt PROJECT/SERVICE'.`;
};

/** Obstacle to every change of a service, independent of policy. */
const obstacle = ({ judgement: { decision }, actual }: ServiceContext): ServicePlan | undefined => {
  if (actual.namesakes.length > 0) {
    const message = `Its endpoint name ${actual.endpointName} is also that of ${actual.namesakes.join(', ')}; neither is changed. Set up one of them by hand.`;
    return only(decision, 'name-collision', message);
  }
  if (actual.foreign.length > 0) {
    return only(decision, 'foreign-autoscaler', foreignMessage(decision, actual));
  }
  if (actual.sharedWith.length > 0) {
    const message = `Endpoint ${actual.endpointName} is also used by ${actual.sharedWith.join(', ')}; not changed. To let policy take over, delete that integration.`;
    return only(decision, 'endpoint-shared', message);
  }
  return undefined;
};

/**
 * Compares the desired state of one service with its actual state (design §7):
 *
 * | actual \ desired    | enable at M                            | disable                             | ignore                 |
 * |---------------------|----------------------------------------|-------------------------------------|------------------------|
 * | nothing             | create-endpoint, create-integration    | –                                   | –                      |
 * | our endpoint only   | update-endpoint if ≠ M, create-integr. | delete-endpoint                     | delete-endpoint        |
 * | ours, maximum M     | –                                      | delete-integration, delete-endpoint | – (no-longer-selected) |
 * | ours, maximum ≠ M   | update-endpoint (raise or lower)       | delete-integration, delete-endpoint | – (no-longer-selected) |
 * | two of ours         | delete the surplus one                 | delete both                         | – (no-longer-selected) |
 * | someone else's      | – (foreign-autoscaler)                 | – (foreign-autoscaler)              | –                      |
 * | ours is shared      | – (endpoint-shared)                    | – (endpoint-shared)                 | –                      |
 * | name is taken twice | – (name-collision)                     | – (name-collision)                  | –                      |
 * | not eligible        | – (not-eligible)                       | delete as above                     | as above               |
 * | ours, powered off   | lower to what is provisioned           | delete as above                     | as above               |
 *
 * For a service that another tool manages (managed-elsewhere) these rows differ:
 *
 * | actual \ desired    | enable at M                            | disable                             | ignore                 |
 * |---------------------|----------------------------------------|-------------------------------------|------------------------|
 * | nothing, or unused  | as above, with advice                  | as above                            | as above               |
 * | ours, maximum < M   | update-endpoint (raise)                | – (finding with all steps)          | – (no-longer-selected) |
 * | ours, maximum > M   | – (finding with all steps)             | – (finding with all steps)          | – (no-longer-selected) |
 * | ours, unreadable    | – (finding with all steps)             | – (finding with all steps)          | – (no-longer-selected) |
 * | two of ours         | delete the surplus one, if not larger  | – (finding with all steps)          | – (no-longer-selected) |
 *
 * M is never below the provisioned storage (`floorUnder`), even if the maximum in place equals the desired one, and the
 * endpoint must be able to store it (`maximum-not-expressible`). An exempt service gets no changes and no findings.
 */
export const planService = (subject: ServiceContext): ServicePlan => {
  const { decision, exempt } = subject.judgement;
  const { unusable } = subject.service;
  if (unusable !== undefined) {
    const message = `The platform's record of the service is invalid: ${unusable}. Nothing is changed until the record is valid.`;
    return only(decision, 'record-invalid', message);
  }
  if (exempt) return { changes: [], findings: [] };
  const forbidden = obstacle(subject);
  if (forbidden !== undefined) {
    // An ignored service is reported only if a Headroom autoscaler stands beside the obstacle.
    const concerns = decision.effect !== 'ignore' || subject.actual.attached.length > 0;
    return concerns ? forbidden : { changes: [], findings: [] };
  }
  const needs = missingPlanDisk(subject);
  if (needs !== undefined) return { changes: [], findings: [], needs };
  if (decision.effect === 'enable') return enable(subject);
  return decision.effect === 'disable' ? disable(subject) : ignore(subject);
};

/**
 * Plan of a service for which its budget allows no change now: it only raises a maximum below the provisioned storage to
 * that level, which costs nothing.
 */
export const planHeld = (subject: ServiceContext): ServicePlan => {
  const { judgement, service, actual, sizes } = subject;
  const { decision } = judgement;
  const held: ServicePlan = { changes: [], findings: [] };
  const maxAdditionalGb = toKeep(actual, decision.maxAdditionalGb ?? 0)?.maxAdditionalGb;
  if (actual.attached.length === 0 || maxAdditionalGb == null) return held;
  const kind = kindFor(subject, maxAdditionalGb);
  if (floorUnder(decision.project, service, maxAdditionalGb, sizes.planDiskMb, kind).kind !== 'above') return held;
  return planService({ ...subject, judgement: { ...judgement, decision: { ...decision, maxAdditionalGb } } });
};
