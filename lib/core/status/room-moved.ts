import type { AuditedState, AuditedWrite } from '../audit/audit.ts';
import type { ProjectHistory } from '../forecast/project-history.ts';
import { byService, type ServiceName, serviceKey } from '../model/grouping.ts';
import { mbPerGb } from '../model/sizes.ts';

/** A size of one service at the begin and at the end of a time, in GB. */
export interface SizeChange extends ServiceName {
  readonly fromGb: number;
  readonly toGb: number;
}

const gbIn = (state: AuditedState): number | null => {
  if (state === null) return 0;
  return state.kind === 'endpoint' ? state.maxAdditionalGb : null;
};

const byMost = (a: SizeChange, b: SizeChange): number => b.toGb - b.fromGb - (a.toGb - a.fromGb) || byService(a, b);

/** The maximums that confirmed writes have changed, the most raised first. @param writes the oldest first */
export const maximumsMoved = (writes: readonly AuditedWrite[]): SizeChange[] => {
  const moved = new Map<string, SizeChange>();
  for (const { project, service, before, after, status } of writes) {
    const [fromGb, toGb] = [gbIn(before), gbIn(after)];
    if (status !== 'confirmed' || service === '' || fromGb === null || toGb === null) continue;
    const key = serviceKey({ project, service });
    moved.set(key, { project, service, fromGb: moved.get(key)?.fromGb ?? fromGb, toGb });
  }
  return [...moved.values()].filter(({ fromGb, toGb }) => fromGb !== toGb).sort(byMost);
};

/**
 * The disks that have become larger, the most first. A service that is younger than the time began with its first disk.
 * A size is that of the first reading of a day, so a month goes from its first day to the first one after it.
 * @param fromDay days since 1970, as `toDay`
 */
export const disksGrown = (
  histories: ReadonlyMap<string, ProjectHistory>,
  fromDay: number,
  toDay: number,
): SizeChange[] =>
  [...histories]
    .flatMap(([project, { services }]) =>
      services.map(({ name, provisioned }) => {
        const gbOn = (day: number) => (provisioned.findLast(([since]) => since <= day)?.[1] ?? 0) / mbPerGb;
        const toGb = gbOn(toDay);
        const fromGb = gbOn(fromDay) || (provisioned[0]?.[1] ?? 0) / mbPerGb;
        return { project, service: name, fromGb: Math.round(fromGb), toGb: Math.round(toGb) };
      }),
    )
    .filter(({ fromGb, toGb }) => toGb > fromGb)
    .sort(byMost);
