import { type AuditedWrite, auditText, emptyChain } from '../../lib/core/audit/audit.ts';
import { headText } from '../../lib/run/audit/chain.ts';
import { keys } from '../../lib/run/store/keys.ts';
import { createMemoryStore } from '../../lib/run/store/memory-store.ts';
import { writeObject } from '../../lib/run/store/objects.ts';
import type { InventoryRecord, ReportObject } from '../../lib/run/store/run-objects.ts';
import { sha256 } from '../../lib/run/store/sha256.ts';
import { aService } from '../core/organization.ts';
import { storeReport } from '../run/stored.ts';

/** Markup, an end of a script, marks that turn the direction of text, and very long texts, with and without blanks. */
export const hostileNames = [
  '<img src=x onerror=alert(1)>',
  '"><script>alert(1)</script>',
  "' onmouseover='alert(1)",
  '\u202egnp.exe\u2066',
  'half \ud800 a pair',
  'a b '.repeat(20_000),
  'x'.repeat(1_000_000),
];

const nameAt = (at: number): string => hostileNames[at % hostileNames.length] ?? '';

// biome-ignore lint/suspicious/noExplicitAny: a stored document is edited as what it is, parsed JSON.
type Json = any;

const named = (value: Json, at: number): Json => ({ ...value, project: nameAt(at), service: nameAt(at + 1) });

const edited = {
  decisions: (value: Json, at: number) => ({ ...value, project: nameAt(at), service: nameAt(at), rule: nameAt(at) }),
  findings: (value: Json, at: number) => ({ ...named(value, at), message: nameAt(at) }),
  changes: (value: Json, at: number) => ({ ...named(value, at), rule: nameAt(at + 2), endpointName: nameAt(at + 3) }),
  budgets: (value: Json, at: number) => ({
    ...value,
    name: nameAt(at),
    shares: value.shares.map((share: Json, i: number) => ({ ...named(share, i), reason: nameAt(i) })),
  }),
} as const;

/** A write with a name wherever people can write one, of a run that someone started. */
const hostileWrite = (runId: string, by: string, name: string, at: string): AuditedWrite => ({
  runId,
  digest: 'a'.repeat(64),
  trigger: { kind: 'manual', by },
  rule: name,
  reason: name,
  reasons: [{ source: 'rule', text: name }],
  kind: 'create-endpoint',
  project: name,
  service: name,
  endpointName: name,
  endpointId: name,
  before: null,
  after: { kind: 'search-configuration', options: { [name]: name } },
  requestId: name,
  at,
  status: 'failed',
  error: name,
});

/** Writes of a run with all names, and one of a run that all of them started: each page that reads the audit checks every character. */
const hostileAudit = async (store: ReturnType<typeof createMemoryStore>, runId: string, at: string): Promise<void> => {
  const about = { part: 1, build: '0.1.0', sealedAt: at };
  const ofNames = hostileNames.map((name) => hostileWrite(runId, nameAt(0), name, at));
  const ofAll = hostileWrite(nameAt(1), hostileNames.join(' '), nameAt(1), at);
  let end = emptyChain;
  for (const writes of [ofNames, [ofAll]]) {
    const text = auditText(end, about, writes);
    end = { sequence: end.sequence + 1, hash: sha256(text) };
    await store.put(keys.auditFile(end.sequence), text);
  }
  await store.put(keys.auditHead, headText(end));
};

const ofOwner = (owner: string): InventoryRecord => ({
  organization: 'o',
  runId: 'r',
  readAt: '2026-03-02T08:00:00Z',
  tags: {},
  services: [aService({ name: owner, tags: { owner } })],
  endpoints: [],
  announced: [owner],
});

/** A store whose latest run has hostile names wherever people can write one: its own is the first, an open one has the fourth. */
export const hostileStore = async (report: ReportObject, summary: string, policy: string) => {
  const store = createMemoryStore();
  const stored: Json = JSON.parse(JSON.stringify(report));
  const runId = nameAt(0);
  for (const [list, edit] of Object.entries(edited)) stored.plan[list] = stored.plan[list].map(edit);
  stored.results = stored.results.map((result: Json, at: number) => ({
    ...edited.changes(result, at),
    status: 'failed',
    error: nameAt(at),
  }));
  stored.unread = [{ project: nameAt(0), error: nameAt(1), message: nameAt(6) }];
  stored.runId = runId;
  stored.error = nameAt(1);
  stored.cause = nameAt(6);
  await storeReport(store, stored);
  const run: Json = JSON.parse(summary);
  const other = { ...run, error: nameAt(5), undo: nameAt(2), trigger: { kind: 'manual', by: nameAt(6) } };
  for (const [at, name] of hostileNames.entries()) {
    const startedAt = `2026-03-01T0${at}:00:00.000Z`;
    const ended = at === 3 ? { endedAt: null, outcome: null } : { endedAt: startedAt };
    await writeObject(store, keys.runSummary(startedAt, name), { ...other, runId: name, startedAt, ...ended });
  }
  // Put while a clock was far ahead, so that every range of days has them.
  for (const name of hostileNames) {
    const version = { at: '2999-03-01T08:00:00.000Z', by: name, digest: sha256(name), message: name, document: name };
    await writeObject(store, keys.policyVersion(version.at, version.digest), { ...version, replaces: null });
  }
  await hostileAudit(store, runId, run.startedAt);
  await writeObject(store, keys.reading(nameAt(1)), ofOwner(nameAt(1)));
  await store.put(keys.policy, `${policy}\n# ${hostileNames.join('\n# ')}\n`);
  return store;
};
