import type { Change } from '../change/change.ts';
import type { Decision, Finding } from '../model/decision.ts';
import type { PlanKey } from '../model/model.ts';
import { because, type Reason } from '../model/reason.ts';
import { ineligibleReason } from '../policy/eligibility.ts';
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

/** What the changes of one service amount to, for the summary. */
export interface Tally {
  readonly kind: 'enable' | 'raise' | 'lower' | 'disable';
  readonly fromGb: number;
  readonly toGb: number;
}

/** What is to be done for one service; `needs` is a plan disk to ask for before anything can be. */
export interface ServicePlan {
  readonly changes: readonly Change[];
  readonly findings: readonly Finding[];
  readonly tally?: Tally;
  readonly needs?: PlanKey;
  /** Whether it tells of changes by hand, whose actor the event log may name. */
  readonly tellsDrift?: boolean;
  /** Whether its raise reaches no further than what is provisioned, which a budget pays for already. */
  readonly raisesToFloor?: boolean;
}

const finding = ({ project, service }: Decision, code: string, message: string): Finding => ({
  code,
  project,
  service,
  message,
});

const only = (decision: Decision, code: string, message: string): ServicePlan => ({
  changes: [],
  findings: [finding(decision, code, message)],
});

const byHand = (subject: ServiceContext, { message, details }: Steps): Finding => ({
  ...finding(subject.judgement.decision, 'managed-elsewhere', message),
  details,
});

/** Enabling works beside somebody else's configuration, if that lets the disk be. */
const enabled = (subject: ServiceContext, changes: readonly Change[], toGb: number): ServicePlan => {
  const { decision, managedBy } = subject.judgement;
  const advice = managedBy === null ? [] : [finding(decision, 'managed-elsewhere', adviceOnEnabling(subject))];
  return { changes, findings: advice, tally: { kind: 'enable', fromGb: 0, toGb } };
};

const inexpressible = (subject: ServiceContext, message: string): ServicePlan =>
  only(subject.judgement.decision, 'maximum-not-expressible', message);

/** Enables a service that has no endpoint of ours. */
const enableAnew = (subject: ServiceContext, toGb: number, reasons: readonly Reason[]): ServicePlan => {
  const maximum = expressed(subject, toGb);
  if (typeof maximum === 'string') return inexpressible(subject, maximum);
  const changes = [creation(subject, { toGb, maximum, reasons }), attachment(subject, null, { toGb, reasons })];
  return enabled(subject, changes, toGb);
};

const grantAt = (subject: ServiceContext, toGb: number, reasons: readonly Reason[]): ServicePlan => {
  const { actual } = subject;
  const kept = toKeep(actual, toGb);
  if (kept === undefined) return enableAnew(subject, toGb, reasons);
  const maximum = kept.maxAdditionalGb === toGb ? undefined : expressed(subject, toGb);
  if (typeof maximum === 'string') return inexpressible(subject, maximum);
  if (lowersElsewhere(subject, toGb))
    return { changes: [], findings: [byHand(subject, stepsToLower(subject, kept, toGb))] };
  const changes = surplus(subject, kept);
  const fromGb = kept.maxAdditionalGb ?? 0;
  if (maximum !== undefined) changes.push(update(subject, kept, { toGb, maximum, reasons }));
  if (actual.attached.length === 0) {
    changes.push(attachment(subject, kept.id, { toGb, reasons }));
    return enabled(subject, changes, toGb);
  }
  if (maximum === undefined) return { changes, findings: [] };
  return { changes, findings: [], tally: { kind: toGb < fromGb ? 'lower' : 'raise', fromGb, toGb } };
};

const enable = (subject: ServiceContext): ServicePlan => {
  const { decision } = subject.judgement;
  const ineligible = ineligibleReason(subject.service);
  if (ineligible !== null) return only(decision, 'not-eligible', ineligible);
  const wantedGb = decision.maxAdditionalGb ?? 0;
  const inPlace = subject.actual.attached.some(({ endpoint }) => endpoint.maxAdditionalGb === wantedGb);
  const noTotal = whyNoTotal(subject, wantedGb);
  if (noTotal !== null) return inexpressible(subject, noTotal);
  // Asked also of a maximum in place: the disk may have grown past it while it was lowered.
  const floor = floorUnder(decision.project, subject.service, wantedGb, subject.planDisks, kindFor(subject, wantedGb));
  switch (floor.kind) {
    case 'clear':
      return grantAt(subject, wantedGb, decision.reasons);
    case 'ask':
      return { changes: [], findings: [], needs: floor.key };
    case 'unknown':
      return inPlace ? grantAt(subject, wantedGb, decision.reasons) : only(decision, floor.code, floor.message);
    case 'above': {
      const lifted = `${floor.gb} GB of additional storage are provisioned already, so the maximum is ${floor.gb} GB and not ${wantedGb} GB.`;
      const planned = grantAt(subject, floor.gb, [...decision.reasons, ...because('floor', lifted)]);
      if (planned.changes.length === 0 && planned.findings.length > 0) return planned;
      return {
        ...planned,
        findings: [...planned.findings, finding(decision, 'floor-above-maximum', lifted)],
        raisesToFloor: planned.tally?.kind === 'raise',
      };
    }
  }
};

/** The integration first, then the endpoint that nothing uses any more (spec.md §4.3). */
const disable = (subject: ServiceContext): ServicePlan => {
  const { attached, spare } = subject.actual;
  if (subject.judgement.managedBy !== null && attached.length > 0) {
    return {
      changes: spare.map((endpoint) => removal(subject, endpoint)),
      findings: [byHand(subject, stepsToDisable(subject))],
    };
  }
  const changes = [
    ...attached.map((one) => detachment(subject, one)),
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
    'No service uses this endpoint of ours, and policy does not ask for the autoscaler.',
  );
  const changes = spare.map((endpoint) => removal(subject, endpoint, reasons));
  if (attached.length === 0) return { changes, findings: [] };
  const message =
    'The service has an autoscaler of ours that policy no longer selects. It is left as it is; a rule with effect disable removes it.';
  return { changes, findings: [finding(subject.judgement.decision, 'no-longer-selected', message)] };
};

/** What forbids every change of a service, whatever policy says. */
const obstacle = ({ judgement: { decision }, actual }: ServiceContext): ServicePlan | undefined => {
  if (actual.namesakes.length > 0) {
    const message = `Its endpoint would bear the name ${actual.endpointName} like that of ${actual.namesakes.join(', ')}, so neither is changed. Set one of them up by hand.`;
    return only(decision, 'name-collision', message);
  }
  if (actual.foreign.length > 0) {
    const message = `The service uses autoscaler endpoint ${actual.foreign.join(', ')}, which is not ours, so nothing is changed. Delete that integration to let policy take over.`;
    return only(decision, 'foreign-autoscaler', message);
  }
  if (actual.sharedWith.length > 0) {
    const message = `Endpoint ${actual.endpointName} is also used by ${actual.sharedWith.join(', ')}, so nothing is changed. Delete that integration to let policy take over.`;
    return only(decision, 'endpoint-shared', message);
  }
  return undefined;
};

/**
 * Compares what policy wants of one service with what it has (design §7):
 *
 * | actual \ desired    | enable at M                            | disable                                | ignore                  |
 * |---------------------|----------------------------------------|----------------------------------------|-------------------------|
 * | nothing             | create-endpoint, create-integration    | –                                      | –                       |
 * | our endpoint only   | update-endpoint if ≠ M, create-integr. | delete-endpoint                        | delete-endpoint         |
 * | ours, maximum M     | –                                      | delete-integration, delete-endpoint    | – (no-longer-selected)  |
 * | ours, maximum ≠ M   | update-endpoint (raise or lower)       | delete-integration, delete-endpoint    | – (no-longer-selected)  |
 * | two of ours         | delete the surplus one                 | delete both                            | – (no-longer-selected)  |
 * | someone else's      | – (foreign-autoscaler)                 | – (foreign-autoscaler)                 | –                       |
 * | ours is shared      | – (endpoint-shared)                    | – (endpoint-shared)                    | –                       |
 * | name is taken twice | – (name-collision)                     | – (name-collision)                     | –                       |
 * | not eligible        | – (not-eligible)                       | delete as above                        | as above                |
 *
 * Where the configuration is kept elsewhere (managed-elsewhere) the rest of the table holds, but for what it forbids:
 *
 * | actual \ desired     | enable at M                            | disable                                | ignore                  |
 * |---------------------|----------------------------------------|----------------------------------------|-------------------------|
 * | nothing, or unused  | as above, and told                     | as above                               | as above                |
 * | ours, maximum < M   | update-endpoint (raise)                | – (told with all steps)                | – (no-longer-selected)  |
 * | ours, maximum > M   | – (told with all steps)                | – (told with all steps)                | – (no-longer-selected)  |
 * | ours, unreadable    | – (told with all steps)                | – (told with all steps)                | – (no-longer-selected)  |
 * | two of ours         | delete the surplus one, if not larger  | – (told with all steps)                | – (no-longer-selected)  |
 *
 * M is never below what is provisioned (`floorUnder`), also where the maximum in place is the one that policy asks for, and
 * always one that the endpoint can hold (`maximum-not-expressible`). An exempt service is left alone without a word.
 */
export const planService = (subject: ServiceContext): ServicePlan => {
  const { decision, exempt } = subject.judgement;
  const { unusable } = subject.service;
  if (unusable !== undefined) {
    const message = `The platform's record of the service is invalid: ${unusable}. Nothing of it is changed until the record is right.`;
    return only(decision, 'record-invalid', message);
  }
  if (exempt) return { changes: [], findings: [] };
  const forbidden = obstacle(subject);
  if (forbidden !== undefined) {
    // Whoever is ignored is nobody's concern, unless something of ours stands beside what is in the way.
    const concerns = decision.effect !== 'ignore' || subject.actual.attached.length > 0;
    return concerns ? forbidden : { changes: [], findings: [] };
  }
  const needs = missingPlanDisk(subject);
  if (needs !== undefined) return { changes: [], findings: [], needs };
  if (decision.effect === 'enable') return enable(subject);
  return decision.effect === 'disable' ? disable(subject) : ignore(subject);
};

/**
 * All that is planned for a service that its budget holds as it is: a maximum below what is provisioned is raised to
 * that, which takes no money, and nothing else is changed.
 */
export const planHeld = (subject: ServiceContext): ServicePlan => {
  const { judgement, service, actual, planDisks } = subject;
  const { decision } = judgement;
  const held: ServicePlan = { changes: [], findings: [] };
  const maxAdditionalGb = toKeep(actual, decision.maxAdditionalGb ?? 0)?.maxAdditionalGb;
  if (actual.attached.length === 0 || maxAdditionalGb == null) return held;
  const kind = kindFor(subject, maxAdditionalGb);
  if (floorUnder(decision.project, service, maxAdditionalGb, planDisks, kind).kind !== 'above') return held;
  return planService({ ...subject, judgement: { ...judgement, decision: { ...decision, maxAdditionalGb } } });
};
