import type { Finding } from '../../../core/model/decision.ts';
import { bySeverity, severityOf } from '../../../core/model/findings/findings.ts';
import { byText, groupBy } from '../../../core/model/grouping.ts';
import { mayLook } from '../../../core/model/mode.ts';
import { amounts, counted } from '../../../core/model/visible-text.ts';
import { amountsText, planLine, unmatchedText } from '../../../core/plan/line.ts';
import type { Plan } from '../../../core/plan/plan-result.ts';
import { type CommentSection, commentOf } from '../../views/markdown/sections.ts';
import { markdownText } from '../../views/markdown/text.ts';
import { someNames } from '../../views/service-names.ts';
import { changeParts, otherChanges } from './change-parts.ts';

/** One row per code with an example: the most severe first, then by number. */
const findingPart = (findings: readonly Finding[]): CommentSection => {
  const groups = [...groupBy(findings, ({ code }) => code)].map(([code, ofCode]) => ({ code, ofCode }));
  const sorted = groups.sort((a, b) => bySeverity(a, b) || b.ofCode.length - a.ofCode.length || byText(a.code, b.code));
  return {
    title: `Findings (${findings.length})`,
    mostBytes: 10_000,
    head: ['severity', 'finding', 'count', 'where', 'for example'],
    rows: sorted.map(({ code, ofCode }) => [
      severityOf(code),
      code,
      String(ofCode.length),
      someNames(ofCode),
      ofCode[0]?.message ?? '',
    ]),
    more: (rows) => `… and ${rows} more kinds of finding.`,
  };
};

const verdictText = ({ verdict, mode }: Plan): string => {
  switch (verdict) {
    case 'nothing':
      return 'nothing to do now';
    case 'apply':
      return 'ready to apply';
    case 'observe':
      return `mode is ${mode}, so apply writes nothing`;
    case 'needs-approval':
      return 'needs approval';
    default:
      return verdict satisfies never;
  }
};

/** Limits of guardrails that allow nothing without approval: a number says nothing of them. */
const limitTexts: Readonly<Record<string, string>> = { firstRun: 'one approval', needApproval: 'approval' };

const violationPart = ({ violations }: Pick<Plan, 'violations'>): CommentSection => ({
  title: 'Why it needs approval',
  mostBytes: 4_000,
  head: ['guardrail', 'limit', 'this plan', 'why'],
  rows: violations.map(({ guardrail, limit, actual, message }) => [
    guardrail,
    limitTexts[guardrail] ?? String(limit),
    actual === null ? 'unknown' : String(actual),
    message,
  ]),
  more: (rows) => `… and ${rows} more guardrails.`,
});

/** Changes outside this plan: they wait for a freeze, or for an approval. */
const restParts = ({ freeze, proposal, verdict }: Plan): CommentSection[] => {
  const parts: CommentSection[] = [];
  if (freeze !== undefined && freeze.waiting.length > 0) {
    const until = freeze.until === null ? 'for the end of the freeze' : `until ${freeze.until}`;
    parts.push(
      `${counted(freeze.waiting.length, 'change')} ${freeze.waiting.length === 1 ? 'waits' : 'wait'} ${until}: ${markdownText(freeze.reason)}`,
      otherChanges('Changes that wait for the end of the freeze', freeze.waiting),
    );
  }
  if (proposal !== undefined && verdict === 'apply') {
    parts.push(
      `Not approved yet: plan \`${proposal.digest}\``,
      violationPart(proposal),
      otherChanges('Changes without approval', proposal.changes),
    );
  }
  return parts;
};

const isWaiting = ({ freeze, proposal }: Plan): boolean => (freeze?.waiting.length ?? 0) > 0 || proposal !== undefined;

const nothingText = ({ mode, decisions, findings }: Plan): string => {
  if (!mayLook(mode)) return `**Headroom**: mode is ${mode}, so no calls were made.`;
  const found = findings.length === 0 ? '' : `; ${counted(findings.length, 'finding')}`;
  return `**Headroom**: no changes for ${counted(decisions.length, 'service')}${found}.`;
};

/**
 * A plan as a comment on a pull request, in at most 60 KB for any number of services; one line if nothing changes.
 * @param approve the command that approves the plan, if it needs approval
 * @param more parts for the comparison with another policy
 * @param waits what of the policy will wait for an approval, as clauses
 */
export const planComment = (
  plan: Plan,
  approve: string | undefined,
  more: readonly CommentSection[],
  waits: readonly string[] = [],
): string => {
  const { changes, findings, digest } = plan;
  const isEmpty = changes.length === 0 && !isWaiting(plan);
  if (isEmpty && more.length === 0) return `${nothingText(plan)}\n`;
  const waiting = waits.length === 0 ? [] : [`**What of the policy waits for an approval**\n\n- ${waits.join('\n- ')}`];
  if (isEmpty) return commentOf([nothingText(plan), ...more, ...waiting]);
  return commentOf([
    `### Headroom: ${verdictText(plan)}`,
    amounts([`**${planLine(plan)}**`, unmatchedText(plan), amountsText(plan)].filter(Boolean).join(' ')),
    ...(plan.violations.length === 0 ? [] : [violationPart(plan)]),
    ...(approve === undefined ? [] : [`Approve with \`${approve}\``]),
    ...more,
    ...waiting,
    ...changeParts(changes),
    ...restParts(plan),
    ...(findings.length === 0 ? [] : [findingPart(findings)]),
    `Plan \`${digest}\``,
  ]);
};
