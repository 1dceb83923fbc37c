import { severities, severityOf } from '../../../core/findings/finding-codes.ts';
import type { Finding } from '../../../core/model/decision.ts';
import { byText, groupBy } from '../../../core/model/grouping.ts';
import type { Part } from '../../views/markdown/parts.ts';
import { someNames } from '../../views/some-names.ts';

/** One row per code with an example: the most severe first, then by number. */
export const findingPart = (findings: readonly Finding[]): Part => {
  const groups = [...groupBy(findings, ({ code }) => code)].map(([code, ofCode]) => ({
    code,
    ofCode,
    severity: severityOf(code),
  }));
  const sorted = groups.sort(
    (a, b) =>
      severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
      b.ofCode.length - a.ofCode.length ||
      byText(a.code, b.code),
  );
  return {
    kind: 'table',
    title: `Findings (${findings.length})`,
    mostBytes: 10_000,
    table: {
      head: ['severity', 'finding', 'count', 'where', 'for example'],
      rows: sorted.map(({ code, ofCode, severity }) => [
        severity,
        code,
        String(ofCode.length),
        someNames(ofCode),
        ofCode[0]?.message ?? '',
      ]),
      more: (rows) => `… and ${rows} more kinds of finding.`,
    },
  };
};
