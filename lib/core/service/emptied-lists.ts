type ListName = 'services' | 'endpoints';

/** Lists of a project that are unexpectedly empty, and the run that detected it first. */
export interface Emptied {
  readonly runId: string;
  readonly lists: readonly ListName[];
}

/** Sizes of a project's lists in one run, and the evidence for what they should contain. */
export interface ListSizes {
  readonly runId: string;
  readonly services: number;
  /** Autoscaler endpoints. */
  readonly endpoints: number;
  /** Endpoints with a Headroom name: each was created for a service. */
  readonly ours: number;
  /** Integrations of the listed services: each uses an endpoint. */
  readonly integrations: number;
  /** Services in the project's history. */
  readonly knownServices: number;
  /** Listed services whose last applied state has an endpoint. */
  readonly leftWithEndpoint: number;
}

/** Whether the lists are accepted, and the state for the next run. */
interface ListJudgement {
  /** Why the lists are not accepted, as the end of a sentence; null when they are. */
  readonly doubt: string | null;
  /** Null when no list is unexpectedly empty. */
  readonly emptied: Emptied | null;
}

const contradictions = (sizes: ListSizes): { readonly list: ListName; readonly why: string }[] => {
  const { services, endpoints, ours, integrations, knownServices, leftWithEndpoint } = sizes;
  const evidence: { readonly list: ListName; readonly why: string }[] = [];
  if (services === 0 && knownServices > 0) evidence.push({ list: 'services', why: `its history has ${knownServices}` });
  else if (services === 0 && ours > 0) evidence.push({ list: 'services', why: `it has ${ours} Headroom endpoints` });
  if (endpoints > 0) return evidence;
  if (integrations > 0) evidence.push({ list: 'endpoints', why: `its services have ${integrations} integrations` });
  // Both lists agree here. A person may delete one endpoint by hand; several missing at once need a second run.
  else if (leftWithEndpoint > 1) evidence.push({ list: 'endpoints', why: `Headroom last wrote ${leftWithEndpoint}` });
  return evidence;
};

/**
 * Judges whether the lists of a project are plausible. A list that becomes empty is more often a platform fault or a
 * lost permission than an emptied project, so the first run that sees it rejects the project; a later run that sees the
 * same accepts it (design §12.5).
 * @param before state from the previous run
 */
export const judgeLists = (sizes: ListSizes, before: Emptied | null): ListJudgement => {
  const evidence = contradictions(sizes);
  if (evidence.length === 0) return { doubt: null, emptied: null };
  const lists = evidence.map(({ list }) => list);
  const isSeenAgain = before !== null && lists.every((list) => before.lists.includes(list));
  if (isSeenAgain && before.runId !== sizes.runId) return { doubt: null, emptied: before };
  const missing = evidence.map(({ list, why }) => `no ${list}, but ${why}`).join(', and ');
  return {
    doubt: `the platform lists ${missing}; the next run accepts it if it sees the same`,
    emptied: { runId: sizes.runId, lists },
  };
};
