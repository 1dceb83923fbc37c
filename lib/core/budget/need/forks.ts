import { because, findingAt } from '../../model/decision.ts';
import { dayMs, isoInstant } from '../../model/durations.ts';
import { byText, serviceKey } from '../../model/grouping.ts';
import type { Tags } from '../../model/model.ts';
import type { ServiceContext } from '../../service/changes.ts';
import { provisionedAdditionalGb } from '../../service/floor.ts';
import { judgedConfidence, keptDays } from './claim.ts';
import { type DiskFacts, neededGb, stepGb } from './disk-needs.ts';

/** Days after which a fork counts as meant with the tags that it has. */
const copiedDays = 7;

const tagsText = (tags: Tags): string => JSON.stringify(Object.entries(tags).sort(([a], [b]) => byText(a, b)));

/** The last day on which a fork counts as a copy; null for an unknown creation. */
const lastDayOf = (createdAt: string | undefined): string | null =>
  createdAt === undefined ? null : isoInstant(Date.parse(createdAt) + copiedDays * dayMs).slice(0, 10);

/**
 * The services, of which a new fork with all tags of its source gets no more than it needs: it was created as a copy, and a rule
 * that its tags match was meant for the source. That ends when one of its tags changes, and after a week.
 * @param today `YYYY-MM-DD`, UTC
 */
export const withBoundForks = (
  contexts: readonly ServiceContext[],
  today: string,
  disks: DiskFacts,
): ServiceContext[] => {
  if (!contexts.some(({ service }) => service.forkOf !== undefined)) return [...contexts];
  const tags = new Map(contexts.map(({ judgement, service }) => [serviceKey(judgement.decision), service.tags]));
  return contexts.map((subject) => {
    const { service, judgement, sizes, grantedGb, maximumKind } = subject;
    const { decision } = judgement;
    const { project, effect, maxAdditionalGb = 0 } = decision;
    const { forkOf } = service;
    const lastDay = lastDayOf(service.createdAt);
    if (forkOf === undefined || effect !== 'enable' || grantedGb !== undefined) return subject;
    if (lastDay === null || today > lastDay || sizes.planDiskMb == null) return subject;
    const source = { project: forkOf.project ?? project, service: forkOf.service };
    const copied = tags.get(serviceKey(source));
    const provisionedGb = provisionedAdditionalGb(service, sizes.planDiskMb, maximumKind);
    const isCopy =
      copied !== undefined && Object.keys(copied).length > 0 && tagsText(copied) === tagsText(service.tags);
    if (!isCopy || provisionedGb === null) return subject;
    const needGb = neededGb(subject, provisionedGb, disks)(keptDays, judgedConfidence);
    const gb = Math.min(maxAdditionalGb, Math.max(needGb, provisionedGb + stepGb(subject, disks.fillOf(subject))));
    const text = `A fork with all tags of ${source.project}/${source.service} gets no more than it needs, ${gb} GB, through ${lastDay} or until one of its tags changes.`;
    return {
      ...subject,
      judgement: {
        ...judgement,
        decision: { ...decision, maxAdditionalGb: gb, reasons: [...decision.reasons, ...because('tag', text)] },
        findings: [...judgement.findings, findingAt(decision, 'fork-copies-tags', text)],
      },
    };
  });
};
