import { createHash } from 'node:crypto';
import { type AuditedWrite, auditProblem, auditText, emptyChain, sealed } from '../../lib/core/audit/audit.ts';
import { digestText } from '../../lib/core/plan/order.ts';
import { type Benchmark, median } from './measurement.ts';

const writes = 20_000;
const rounds = 3;

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const changes = Array.from({ length: writes }, (_, n) => ({
  phase: 'grant' as const,
  kind: 'update-endpoint' as const,
  project: `project-${Math.floor(n / 50)}`,
  service: `service-${n}`,
  endpointName: `headroom-service-${n}`,
  endpointId: `endpoint-${n}`,
  maximum: { kind: 'additional', gb: 100 } as const,
  fromGb: 100,
  toGb: 200,
}));

const written = changes.map(
  ({ kind, project, service, endpointName, endpointId }): AuditedWrite => ({
    runId: 'run-1',
    digest: 'a'.repeat(64),
    trigger: { kind: 'schedule', by: 'hourly pass' },
    rule: 'production',
    reason: 'Rule "production" sets a maximum of 200 GB.',
    reasons: [{ source: 'rule', text: 'Rule "production" sets a maximum of 200 GB.' }],
    kind,
    project,
    service,
    endpointName,
    endpointId,
    before: { kind: 'endpoint', maximum: { kind: 'additional', gb: 100 }, maxAdditionalGb: 100 },
    after: { kind: 'endpoint', maximum: { kind: 'additional', gb: 200 }, maxAdditionalGb: 200 },
    requestId: 'req-00000001',
    at: '2026-03-02T08:00:00.000Z',
    status: 'confirmed',
    error: null,
  }),
);

const medianMs = (action: () => void) => {
  action();
  return median(
    Array.from({ length: rounds }, () => {
      const { user } = process.cpuUsage();
      action();
      return (process.cpuUsage().user - user) / 1000;
    }),
  );
};

export const texts: Benchmark = {
  name: 'digest-audit',
  about: `The digest of a plan of ${writes} changes, and the verification of an audit of ${writes} records, against hashing the same text without looking at it.`,
  measure: () => {
    const file = sealed(
      emptyChain,
      { runId: 'run-1', build: '0.1.0', sealedAt: '2026-03-02T09:00:00.000Z', writes: written },
      sha256,
    );
    const text = auditText(file);
    const digest = medianMs(() => void sha256(digestText(changes)));
    const verify = medianMs(() => {
      if (auditProblem(emptyChain, JSON.parse(text), text, sha256) !== undefined) throw new Error('not as sealed');
    });
    const floor = medianMs(() => void sha256(text));
    const benchmark = `${writes} changes`;
    return [
      { benchmark, measure: 'digest of the plan', ...digest, unit: 'ms', limit: null },
      { benchmark, measure: 'verification of the audit', ...verify, unit: 'ms', limit: null },
      { benchmark, measure: 'hash of the text of the audit alone', ...floor, unit: 'ms', limit: null },
    ];
  },
};
