/** What one look at a project counted. */
export interface ListCounts {
  readonly services: number;
  /** Autoscaler endpoints. */
  readonly endpoints: number;
}

type ListName = keyof ListCounts;

/** What earlier looks at a project counted, without those that are in doubt. */
export interface SeenLists extends ListCounts {
  /** Lists that came back empty though they should hold something, and the run that saw it first; null when none did. */
  readonly doubt: { readonly runId: string; readonly lists: readonly ListName[] } | null;
}

/** One look at a project, and what else speaks of what its lists should hold. */
export interface Look extends ListCounts {
  readonly runId: string;
  /** Endpoints listed that bear a name of ours: each was made for a service. */
  readonly ours: number;
  /** Integrations of the services listed: each uses an endpoint. */
  readonly integrations: number;
  /** Services listed that Headroom has left with an endpoint. */
  readonly leftWithEndpoint: number;
}

/** Whether a look is believed, and what is remembered after it. */
export interface Judged {
  /** Why the look is not believed, in a sentence; null when it is. */
  readonly doubt: string | null;
  readonly seen: SeenLists;
}

const emptied = (look: Look, before: SeenLists | undefined): ListName[] => {
  const hadServices = (before?.services ?? look.ours) > 0;
  const hadEndpoints = (before?.endpoints ?? 0) > 0 && look.leftWithEndpoint > 0;
  const found: ListName[] = [];
  if (look.services === 0 && hadServices) found.push('services');
  if (look.endpoints === 0 && (hadEndpoints || look.integrations > 0)) found.push('endpoints');
  return found;
};

const evidence = (list: ListName, look: Look, before: SeenLists | undefined): string => {
  if (list === 'services') {
    const listed = before?.services ?? 0;
    return listed > 0 ? `an earlier run saw ${listed}` : `${look.ours} endpoints of ours are there`;
  }
  const { integrations } = look;
  return integrations > 0
    ? `its services have ${integrations} integrations`
    : `an earlier run saw ${before?.endpoints}`;
};

/**
 * Judges whether the lists of a project can be believed. A list that held something and comes back empty is more often a
 * fault of the platform or a right that was lost than a project that somebody emptied, so the first run that sees it
 * believes nothing of the project; one that sees the same again does (design §12.5).
 * @param before what earlier looks counted; undefined when there were none
 */
export const judgeLook = (look: Look, before: SeenLists | undefined): Judged => {
  const { runId, services, endpoints } = look;
  const lists = emptied(look, before);
  const known = before?.doubt ?? null;
  const isSeenAgain = known !== null && known.runId !== runId && lists.every((list) => known.lists.includes(list));
  if (lists.length === 0) return { doubt: null, seen: { services, endpoints, doubt: null } };
  if (isSeenAgain) return { doubt: null, seen: { services, endpoints, doubt: known } };
  const counts = { services: before?.services ?? look.ours, endpoints: before?.endpoints ?? endpoints };
  const why = lists.map((list) => `no ${list}, though ${evidence(list, look, before)}`).join(', and ');
  return {
    doubt: `the platform lists ${why}; the next run that finds the same believes it`,
    seen: { ...counts, doubt: { runId, lists } },
  };
};
