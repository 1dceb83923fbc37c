import { type StoreKeyName, storeKeys } from '../../contract/store-keys.ts';

/**
 * How an export treats an object:
 * - `kept`: it is exported, because no run can make it anew;
 * - `until-sealed`: it is exported while its run is not in the audit, which is built from it;
 * - otherwise it is left out, and the text says what replaces it.
 */
type Keeping = 'kept' | 'until-sealed' | { readonly instead: string };

const moment = { instead: 'it describes the moment of the export only' };
const ended = { instead: 'details of runs that ended: the audit and the list of runs remain' };

/** The treatment of every key. A key without a row does not compile. */
const keeping: Readonly<Record<StoreKeyName, Keeping>> = {
  policy: 'kept',
  calendar: 'kept',
  policyVersion: 'kept',
  intake: 'kept',
  mode: 'kept',
  grants: 'kept',
  projectRecord: 'kept',
  proposedPlan: 'kept',
  approval: 'kept',
  used: 'kept',
  reported: 'kept',
  delivery: 'kept',
  auditFile: 'kept',
  sealing: 'kept',
  runSummary: 'kept',
  damaged: 'kept',
  run: 'until-sealed',
  plan: 'until-sealed',
  applied: 'until-sealed',
  sealed: 'until-sealed',
  inventoryIndex: {
    instead:
      'the next pass reads the projects again, and its plan needs an approval unless guardrails.firstRun is apply',
  },
  lookup: { instead: 'the next run asks the platform again' },
  watch: { instead: 'the watch for new services starts anew; the next pass finds services created meanwhile' },
  signs: { instead: 'the next backup says it again' },
  lease: moment,
  readers: moment,
  callLedger: moment,
  readings: ended,
  questions: ended,
  report: ended,
};

/** `*` stands for one name; a calendar may be in a folder, some of a plan is, the runs to seal are, and the text of a damaged object has its whole key. */
const nested: ReadonlySet<StoreKeyName> = new Set(['calendar', 'sealing', 'plan', 'damaged']);

const patterns = (Object.keys(storeKeys) as StoreKeyName[]).map((name) => {
  const names = nested.has(name) ? '.+' : '[^/]+';
  const pattern = storeKeys[name].replaceAll('.', '\\.').replaceAll('*', names);
  return [new RegExp(`^${pattern}$`), name] as const;
});

/** An object of the store by its treatment. */
export interface ClassifiedKey {
  /** Key in the store. */
  readonly key: string;
  /** Undefined for an object that Headroom did not write. */
  readonly name: StoreKeyName | undefined;
  readonly keeping: Keeping;
}

/** Classifies a key of the store. */
export const classify = (key: string): ClassifiedKey => {
  const name = patterns.find(([pattern]) => pattern.test(key))?.[1];
  return {
    key,
    name,
    keeping: name === undefined ? { instead: 'it is no object of Headroom' } : keeping[name],
  };
};
