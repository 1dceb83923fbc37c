import { type DaysLeft, withinDays } from '../../core/disk/fleet-disks.ts';
import { rangeText } from '../../core/forecast/days-until.ts';
import { html, type Markup } from './html.ts';

/** Days until a limit within which a person should act, and within which a person should know. */
const urgencyOf = (days: number | null): string => {
  if (days === null) return 'far';
  if (days <= 14) return 'now';
  return days <= 45 ? 'soon' : 'later';
};

/**
 * Days that a disk has left, with their range; not within a year; or unknown.
 * @param why they are unknown
 */
export const daysText = (left: DaysLeft | null, why: string | null = null): Markup => {
  if (left === null) return html`<span class="unknown" title="${why ?? ''}">unknown</span>`;
  const { days, soonest, latest, isRough } = left;
  const range = soonest === null ? `over ${withinDays}` : rangeText(days, soonest, latest, withinDays);
  const text = isRough ? `rough ${range}` : range;
  return html`<span class="days ${urgencyOf(soonest)}">${text}</span>`;
};
