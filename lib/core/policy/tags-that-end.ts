import { type Finding, findingAt } from '../model/decision.ts';
import { daysBetween } from '../model/durations.ts';
import type { FindingCode } from '../model/findings/findings.ts';
import type { ServiceName } from '../model/grouping.ts';

/** TagEnd of a tag that ends soon. */
export interface TagEnd {
  /** Last day of the tag. */
  readonly through: string;
  /** Days before the end from which this reminder applies. */
  readonly daysBefore: number;
}

/** Days before the end of a tag from which each reminder applies, the latest first. */
const remindersDaysBefore = [0, 3, 14];

/** The reminder of a tag that ends soon; null otherwise, and for a tag without an end. @param today `YYYY-MM-DD`, UTC */
export const reminderOf = (through: string | null, today: string): TagEnd | null => {
  if (through === null) return null;
  const remaining = daysBetween(today, through);
  const daysBefore = remindersDaysBefore.find((days) => remaining <= days);
  return daysBefore === undefined ? null : { through, daysBefore };
};

/** TagEnds of the override tags of a service. */
interface TagEnds {
  readonly exemptionReminder: TagEnd | null;
  readonly overrideReminder: TagEnd | null;
}

/** How soon, in the words of a reminder. */
const withinText = (daysBefore: number): string => (daysBefore === 0 ? 'today' : `within ${daysBefore} days`);

/**
 * The findings of tags that end soon. `subject` differs for each reminder and is the same on all its days, so each reminder
 * is notified once.
 */
export const tagsThatEnd = ({ exemptionReminder, overrideReminder }: TagEnds, name: ServiceName): Finding[] => {
  const reminderAt = (code: FindingCode, what: string, reminder: TagEnd | null): Finding[] => {
    if (reminder === null) return [];
    const { through, daysBefore } = reminder;
    const message = `${what} after ${through}, ${withinText(daysBefore)}. Then the rules decide, unless the tag gets a later day.`;
    return [
      findingAt(name, code, message, { subject: `${through}, ${daysBefore} days`, details: { through, daysBefore } }),
    ];
  };
  return [
    ...reminderAt('exemption-ends', 'The exemption ends', exemptionReminder),
    ...reminderAt('override-ends', 'The tags for the autoscaler and its maximum end', overrideReminder),
  ];
};
