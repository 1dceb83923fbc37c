import { minuteMs } from '../model/durations.ts';
import type { Snapshot } from '../model/model.ts';

/** What the platform's alerts said of the disk of one service when its project was read. */
export type AlertFacts =
  /** The platform did not list its alerts: nothing is known. */
  | { readonly kind: 'unlisted' }
  /** The disk is below the platform's threshold for alerts. */
  | { readonly kind: 'none' }
  /** The disk is nearly full, and has been for this long with the same autoscaler; null if the times are unreadable. */
  | { readonly kind: 'active'; readonly isCritical: boolean; readonly minutes: number | null };

type Alerted = Pick<Snapshot, 'alerts' | 'lastAlerts' | 'readAt' | 'seenAt'>;

const latest = (...times: readonly (string | null | undefined)[]): number | null => {
  const moments = times.flatMap((time) => (time == null ? [] : [Date.parse(time)]));
  return moments.length === 0 ? null : Math.max(...moments);
};

/**
 * Lookup of the alerts of a project by the name of the service.
 * @param changedAt when Headroom last changed the autoscaler of a service, by the platform's clock: it had no reason to grow the
 * disk before
 */
export const alertsIn = (
  { alerts, lastAlerts = [], readAt, seenAt }: Alerted,
  changedAt: (service: string) => string | null = () => null,
): ((service: string) => AlertFacts) => {
  // An alert that was listed lasts until a list comes without it; silence of a list that did not come says nothing.
  const byService = new Map((alerts ?? lastAlerts).map((alert) => [alert.service, alert]));
  // All times are of the platform's clock where it gave one, because this machine's may differ by any amount.
  const at = latest(seenAt ?? readAt);
  return (service) => {
    const alert = byService.get(service);
    if (alert === undefined) return { kind: alerts === undefined ? 'unlisted' : 'none' };
    const since = latest(alert.since, changedAt(service));
    const minutes = at === null || since === null ? null : Math.max(0, Math.floor((at - since) / minuteMs));
    return { kind: 'active', isCritical: alert.isCritical, minutes };
  };
};
