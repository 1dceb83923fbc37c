import type { DiskFill } from '../forecast/disk-fill.ts';
import type { Forecasts } from '../forecast/forecasts.ts';
import { type Finding, findingAt } from '../model/decision.ts';
import { dayMs } from '../model/durations.ts';
import { costOfGb, formatCentsUp, type Money } from '../model/money.ts';
import type { Preparation } from '../model/policy-document.ts';
import { mbPerGb, wholeGb } from '../model/sizes.ts';
import type { ServiceContext } from '../service/changes.ts';
import { diskLimit } from '../service/disk-limit.ts';
import type { ServicePlan } from '../service/service-plan.ts';
import { diskSizesOf, steppedDownMb, steppedUpMb } from './disk-sizes.ts';
import {
  freshFill,
  type Kept,
  nothing,
  notOffered,
  type ResizeFacts,
  type Resizing,
  resizedTo,
  type DiskResize,
} from './resize-facts.ts';

/**
 * Preparation: disks grow before a known load, because the autoscaler grows them step by step only while the load is there.
 * A person approves each growth, and no disk grows beyond what its autoscaler and its plan allow.
 */

/** What preparation depends on besides the service. */
export interface PrepareFacts extends ResizeFacts {
  readonly nowMs: number;
}

/** The entries of a service whose time has come and whose load has not. */
const dueEntries = ({ judgement }: ServiceContext, nowMs: number): readonly Preparation[] =>
  judgement.exempt
    ? []
    : (judgement.prepares ?? []).filter(
        ({ beforeMs, leadDays }) => nowMs >= beforeMs - leadDays * dayMs && nowMs < beforeMs,
      );

const roomMb = ({ room }: Preparation, diskMb: number): number =>
  'gb' in room ? room.gb * mbPerGb : Math.ceil((diskMb * room.percent) / 100);

/** An alert may say that more is used than the measurement shows. */
const usedMbOf = ({ usedMb, percent, isAtLeast }: DiskFill, diskMb: number): number =>
  isAtLeast ? Math.max(usedMb, Math.ceil((diskMb * percent) / 100)) : usedMb;

/** The entry that asks for the most free space. */
interface Asked {
  readonly entry: Preparation;
  readonly roomMb: number;
}

const mostOf = (entries: readonly Preparation[], diskMb: number): Asked | undefined =>
  entries
    .map((entry) => ({ entry, roomMb: roomMb(entry, diskMb) }))
    .reduce<Asked | undefined>((most, one) => (most === undefined || one.roomMb > most.roomMb ? one : most), undefined);

const forbidden = ({ service, judgement }: ServiceContext): Kept | undefined => {
  if (service.unusable !== undefined) return notOffered("the platform's record of the service is invalid");
  if (judgement.managedBy !== null) return notOffered(`the service is managed by ${judgement.managedBy}`);
  if (service.state !== 'RUNNING') return notOffered(`the service is in state ${service.state}`);
  return undefined;
};

/** The growth that an entry asks for. */
interface Offer extends DiskResize {
  readonly asked: Asked;
  readonly usedMb: number;
  /** What keeps the disk from the whole; absent: nothing. */
  readonly limitedBy?: string;
}

const limitNames: Readonly<Record<string, string>> = {
  maximum: 'the maximum of its autoscaler',
  plan: 'the largest disk of its plan',
  'no autoscaler': 'no autoscaler is attached to it',
};

const noSize = 'the platform does not report its disk size';
const noEntry = 'no entry of prepare is due for the service';

const offerOf = (subject: ServiceContext, { forecasts, nowMs }: PrepareFacts): Offer | Kept => {
  const { service, actual } = subject;
  const { diskMb: fromMb } = service;
  if (fromMb === null) return notOffered(noSize);
  const asked = mostOf(dueEntries(subject, nowMs), fromMb);
  if (asked === undefined) return nothing(noEntry);
  const fill = freshFill(subject, forecasts);
  if (typeof fill === 'string') return notOffered(fill);
  const usedMb = usedMbOf(fill, fromMb);
  if (fromMb - usedMb >= asked.roomMb) return nothing(`${wholeFreeGb(fromMb - usedMb)} GB of its disk are free`);
  const of = diskSizesOf(subject);
  if (typeof of === 'string') return notOffered(of);
  const limit = diskLimit({ service, maximum: actual.maximum, planDiskMb: of.planMb, capMb: of.capMb });
  if (limit.mb === null) return notOffered('the largest size that its disk may have is unknown');
  const limitedBy = limitNames[limit.by] ?? limit.by;
  const wantedMb = steppedUpMb(of, usedMb + asked.roomMb);
  const toMb = Math.min(wantedMb, steppedDownMb(of, limit.mb));
  if (toMb <= fromMb) return notOffered(`its disk of ${wholeGb(fromMb)} GB cannot grow: ${limitedBy}`);
  return { asked, fromMb, toMb, usedMb, planMb: of.planMb, ...(toMb < wantedMb && { limitedBy }) };
};

/** Rounded down: free space is never overstated. */
const wholeFreeGb = (mb: number): number => Math.max(0, Math.floor(mb / mbPerGb));

const askedText = ({ entry: { name, before }, roomMb: mb }: Asked): string =>
  `"${name}" asks for ${wholeGb(mb)} GB of free space before ${before}`;

const moneyText = (perGbMonth: Money | null, gb: number, currency: string): string =>
  perGbMonth === null
    ? 'The cost is unknown: no price is known.'
    : `Costs ${formatCentsUp(costOfGb(perGbMonth, gb))} ${currency} a month.`;

const changeOf = (subject: ServiceContext, offer: Offer, { prices, currency }: PrepareFacts): ServicePlan => {
  const { asked, fromMb, toMb, usedMb, limitedBy } = offer;
  const gb = wholeGb(toMb - fromMb);
  const part =
    limitedBy === undefined ? '' : ` Only ${wholeFreeGb(toMb - usedMb)} GB will be free, because of ${limitedBy}.`;
  const money = moneyText(prices.offhand(subject.judgement.decision.project, subject.service), gb, currency);
  const text = `Adds ${gb} GB with a rolling restart: ${askedText(asked)}, and ${wholeFreeGb(fromMb - usedMb)} GB are free.${part} ${money}`;
  return resizedTo(subject, offer, 'prepare', gb, text);
};

/** How disks grow before a load. */
export const preparing = (facts: PrepareFacts): Resizing<Offer> => ({
  code: 'not-prepared',
  outside: (subject) => {
    if (dueEntries(subject, facts.nowMs).length > 0) return undefined;
    return subject.service.diskMb === null ? noSize : noEntry;
  },
  goesByUse: ({ service }) => service.diskMb !== null,
  offerOf: (subject) => forbidden(subject) ?? offerOf(subject, facts),
  changeOf: (subject, offer) => changeOf(subject, offer, facts),
});

/** That a load comes and a disk has less free space than its entry asks for, or an unknown one. */
const preparationDue = (
  subject: ServiceContext,
  forecasts: Forecasts | undefined,
  nowMs: number,
): Finding | undefined => {
  const { decision } = subject.judgement;
  const { diskMb } = subject.service;
  const asked = diskMb === null ? undefined : mostOf(dueEntries(subject, nowMs), diskMb);
  if (asked === undefined || diskMb === null) return undefined;
  const fill = freshFill(subject, forecasts);
  const freeMb = typeof fill === 'string' ? null : diskMb - usedMbOf(fill, diskMb);
  if (freeMb !== null && freeMb >= asked.roomMb) return undefined;
  const present = freeMb === null ? 'its free space is unknown' : `${wholeFreeGb(freeMb)} GB are free`;
  const message = `${askedText(asked)}, and ${present}. To grow the disk: headroom prepare ${decision.project}/${decision.service}`;
  return findingAt(decision, 'preparation-due', message);
};

/** The same for all services. */
export const preparationsDue = (
  contexts: readonly ServiceContext[],
  forecasts: Forecasts | undefined,
  nowMs: number,
): Finding[] => contexts.flatMap((subject) => preparationDue(subject, forecasts, nowMs) ?? []);
