import { type HeadroomEvent, warnings } from '../../../lib/contract/events.ts';

/** What one pass published, and whether a fault disturbed it, which may make it publish again. */
export interface Published {
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

/**
 * Follows every warning from its event to its `Recovered`, and every notice. A warning that is open opens again only at
 * another level; a notice never comes twice with the same words, which name the moment at which its cause began. What a
 * disturbed pass published may come once more with a later pass, because the answer of the bus was lost.
 */
export const judgeNotices = (passes: readonly Published[]): string[] => {
  const open = new Map<string, Open>();
  /** Ends that a disturbed pass published. */
  const mayRepeat = new Set<string>();
  const notices = new Map<string, boolean>();
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

  const notifies = (detail: Detail, isDisturbed: boolean) => {
    const words = JSON.stringify([detail.owner, detail.subject, detail.text]);
    const before = notices.get(words);
    if (before === false && !isDisturbed) problems.push(`notice "${detail.subject}" was sent twice`);
    notices.set(words, isDisturbed || before === true);
  };

  for (const { events, isDisturbed } of passes) {
    for (const { type, detail } of events) {
      if (openings.has(type)) opens(type, detail, isDisturbed);
      else if (type === 'Recovered') ends(detail, isDisturbed);
      else if (type === 'Notice') notifies(detail, isDisturbed);
    }
  }
  return problems;
};
