type ListName = 'services' | 'endpoints';

/** Lists of a project that came back empty though they should hold something, and the run that saw it first. */
export interface Emptied {
  readonly runId: string;
  readonly lists: readonly ListName[];
}

/** One look at a project, and what speaks of what its lists should hold. */
export interface Look {
  readonly runId: string;
  readonly services: number;
  /** Autoscaler endpoints. */
  readonly endpoints: number;
  /** Those of them that bear a name of ours: each was made for a service. */
  readonly ours: number;
  /** Integrations of the services listed: each uses an endpoint. */
  readonly integrations: number;
  /** Services that the history of the project knows. */
  readonly knownServices: number;
  /** Services listed that Headroom has left with an endpoint. */
  readonly leftWithEndpoint: number;
}

/** Whether a look is believed, and what is remembered after it. */
export interface Judged {
  /** Why the look is not believed, as the end of a sentence; null when it is. */
  readonly doubt: string | null;
  /** Null where no list is emptied. */
  readonly emptied: Emptied | null;
}

const against = (look: Look): { readonly list: ListName; readonly why: string }[] => {
  const { services, endpoints, ours, integrations, knownServices, leftWithEndpoint } = look;
  const found: { readonly list: ListName; readonly why: string }[] = [];
  if (services === 0 && knownServices > 0) found.push({ list: 'services', why: `its history knows ${knownServices}` });
  else if (services === 0 && ours > 0) found.push({ list: 'services', why: `${ours} endpoints of ours are there` });
  if (endpoints > 0) return found;
  if (integrations > 0) found.push({ list: 'endpoints', why: `its services have ${integrations} integrations` });
  // Both lists agree here. One endpoint is what a person deletes by hand; several at once want a second look.
  else if (leftWithEndpoint > 1) found.push({ list: 'endpoints', why: `Headroom left ${leftWithEndpoint} there` });
  return found;
};

/**
 * Judges whether the lists of a project can be believed. A list that held something and comes back empty is more often a
 * fault of the platform or a right that was lost than a project that somebody emptied, so the first run that sees it
 * believes nothing of the project; one that sees the same again does (design §12.5).
 * @param before what the look before remembered
 */
export const judgeLook = (look: Look, before: Emptied | null): Judged => {
  const found = against(look);
  if (found.length === 0) return { doubt: null, emptied: null };
  const lists = found.map(({ list }) => list);
  const isSeenAgain = before !== null && lists.every((list) => before.lists.includes(list));
  if (isSeenAgain && before.runId !== look.runId) return { doubt: null, emptied: before };
  const missing = found.map(({ list, why }) => `no ${list}, though ${why}`).join(', and ');
  return {
    doubt: `the platform lists ${missing}; the next run that finds the same believes it`,
    emptied: { runId: look.runId, lists },
  };
};
