import { type HeadroomEvent, warnings } from '../../../lib/contract/events.ts';
import { dayMs, hourMs } from '../../../lib/core/model/durations.ts';

/** What one pass published, and whether a fault disturbed it, which may make it publish again. */
export interface Published {
  /** Its begin, ms since 1970. */
  readonly atMs: number;
  readonly events: readonly HeadroomEvent[];
  readonly isDisturbed: boolean;
}

export const noticesLaw = 'people and programs are notified of each thing once (design §10)';

type Detail = Readonly<Record<string, unknown>>;

const openings: ReadonlySet<string> = new Set(warnings);

const placeOf = (type: string, { project, service, budget }: Detail): string =>
  JSON.stringify(project === undefined ? [type, budget] : [type, project, service]);

interface Open {
  /** Of a warning with levels. */
  readonly level: unknown;
  readonly isDisturbed: boolean;
}

/** While runs are held, a notice comes again each week by the clock of the runs, which is hours ahead or behind at times. */
const weekMs = 7 * dayMs - 6 * hourMs;

/**
 * Follows every warning from its event to its `Recovered`, and every notice. A warning that is open opens again only at
 * another level; a notice comes at most once a week with the same words, which name the moment at which its cause began. What a
 * disturbed pass published may come once more with a later pass, because the answer of the bus was lost.
 */
export const judgeNotices = (passes: readonly Published[]): string[] => {
  const open = new Map<string, Open>();
  /** Ends that a disturbed pass published. */
  const mayRepeat = new Set<string>();
  const notices = new Map<string, { readonly atMs: number; readonly mayRepeat: boolean }>();
  const problems: string[] = [];

  const opens = (type: string, detail: Detail, isDisturbed: boolean) => {
    const key = placeOf(type, detail);
    const before = open.get(key);
    const isAgain = before !== undefined && before.level === detail.level;
    if (isAgain && !before.isDisturbed && !isDisturbed) problems.push(`${type} ${key} opened twice without an end`);
    open.set(key, { level: detail.level, isDisturbed });
  };

  const ends = (detail: Detail, isDisturbed: boolean) => {
    const key = placeOf(String(detail.from), detail);
    const words = JSON.stringify(detail);
    if (!open.delete(key) && !isDisturbed && !mayRepeat.has(words)) problems.push(`${key} ended and was not open`);
    if (isDisturbed) mayRepeat.add(words);
  };

  const notifies = (detail: Detail, { atMs, isDisturbed }: Published) => {
    const words = JSON.stringify([detail.owner, detail.subject, detail.text]);
    const before = notices.get(words);
    const isSoon = before !== undefined && atMs - before.atMs < weekMs;
    if (isSoon && !before.mayRepeat && !isDisturbed) problems.push(`notice "${detail.subject}" was sent twice`);
    notices.set(words, { atMs, mayRepeat: isDisturbed || (isSoon && before.mayRepeat) });
  };

  for (const pass of passes) {
    const { isDisturbed } = pass;
    for (const { type, detail } of pass.events) {
      if (openings.has(type)) opens(type, detail, isDisturbed);
      else if (type === 'Recovered') ends(detail, isDisturbed);
      else if (type === 'Notice') notifies(detail, pass);
    }
  }
  return problems;
};
