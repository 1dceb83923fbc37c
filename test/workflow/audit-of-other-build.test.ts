import { describe, expect, it } from 'vitest';
import { AuditUnknown } from '../../lib/contract/errors.ts';
import { auditForm } from '../../lib/core/audit/audit.ts';
import { canonicalJson } from '../../lib/core/model/plain-data.ts';
import { verifyAudit } from '../../lib/run/audit/reading.ts';
import { keys } from '../../lib/run/store/keys.ts';
import { sha256 } from '../../lib/run/store/sha256.ts';
import { startHeadroom } from './local-headroom.ts';
import { enableAll, even } from './scenarios.ts';

/** An audit as the first builds wrote it: each record repeats its run, and the head says no form. */
const first = () => {
  const record = { runId: 'run-0', digest: 'd', kind: 'create-endpoint', project: 'shop', service: 'orders' };
  const file = { version: 1, sequence: 1, runId: 'run-0', previous: '0'.repeat(64), records: [record] };
  const hash = sha256(canonicalJson(file));
  return {
    file: `${canonicalJson({ ...file, hash })}\n`,
    head: `${canonicalJson({ sequence: 1, hash })}\n`,
  };
};

const opened = async (head: string) => {
  const headroom = await startHeadroom(even(1, 2), enableAll(200));
  await headroom.store.put(keys.auditFile(1), first().file);
  await headroom.store.put(keys.auditHead, head);
  return headroom;
};

describe('an audit that another build wrote', () => {
  it.each([
    ['an earlier', first().head, 1],
    ['a later', first().head.replace('"sequence":1', `"sequence":1,"version":${auditForm + 1}`), auditForm + 1],
  ])('stops a run before its first write, with what to do: %s form', async (_, head, form) => {
    const headroom = await opened(head);
    const { outcome, error, cause } = await headroom.reconcile();
    expect([outcome, error]).toEqual(['failed', 'AuditUnknown']);
    expect(cause).toContain(`another build wrote the audit, in form ${form}, and this build reads form ${auditForm}`);
    expect(cause).toContain('begin a new store (docs/deploy.md, Upgrade)');
    expect(headroom.platform.requests().writes).toBe(0);
    expect((await headroom.store.get(keys.auditHead))?.body).toBe(head);
  });

  it('is called that, and not changed, by who checks it', async () => {
    const { store } = await opened(first().head);
    await expect(verifyAudit(store)).rejects.toThrow(AuditUnknown);
    await store.delete(keys.auditHead);
    await expect(verifyAudit(store)).rejects.toThrow(/^audit\/0000000001\.json in the store: another build wrote/);
  });

  it('stops no run that writes nothing', async () => {
    const headroom = await startHeadroom(even(1, 2), enableAll(200).replace('mode: enforce', 'mode: observe'));
    await headroom.store.put(keys.auditHead, first().head);
    expect((await headroom.reconcile()).outcome).toBe('observed');
  });
});
