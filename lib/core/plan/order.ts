import { type Change, type ChangeKind, isDiskChange, type Phase, type ProposedChange } from '../change/change.ts';
import type { Finding } from '../model/decision.ts';
import { byService, byText } from '../model/grouping.ts';
import { subjectText, writtenParts } from './difference.ts';

/** An integration is deleted before its endpoint and created after it; Headroom writes only to what it manages. */
const kindOrder: Readonly<Record<ChangeKind, number>> = {
  'adopt-endpoint': 0,
  'delete-integration': 1,
  'delete-endpoint': 2,
  'create-endpoint': 3,
  'update-endpoint': 4,
  'create-integration': 5,
  'return-endpoint': 6,
  'update-search-configuration': 7,
  'resize-disk': 8,
};

const phaseOrder: Readonly<Record<Phase, number>> = { release: 0, grant: 1 };

const endpointName = (change: Change): string => (isDiskChange(change) ? change.endpointName : '');

const endpointId = (change: Change): string => ('endpointId' in change ? (change.endpointId ?? '') : '');

const integrationId = (change: Change): string => ('integrationId' in change ? change.integrationId : '');

const byIds = (a: Change, b: Change): number =>
  byText(endpointName(a), endpointName(b)) ||
  byText(endpointId(a), endpointId(b)) ||
  byText(integrationId(a), integrationId(b));

/** Orders changes: release before grant, then project, service, kind, ids. */
export const byChangeOrder = (a: Change, b: Change): number =>
  phaseOrder[a.phase] - phaseOrder[b.phase] ||
  byText(a.project, b.project) ||
  byText(a.service ?? '', b.service ?? '') ||
  kindOrder[a.kind] - kindOrder[b.kind] ||
  byIds(a, b);

/** Orders findings by project, service, code, message. */
export const byFindingOrder = (a: Finding, b: Finding): number =>
  byService(a, b) || byText(a.code, b.code) || byText(a.message, b.message);

/**
 * The text whose hash names a plan: the writes and their order, not their reasons. It omits rule names, reasons, day and
 * run, so the same state has the same digest, and an approval survives a reworded rule.
 */
export const digestText = (changes: readonly ProposedChange[]): string =>
  JSON.stringify(['headroom plan 1', ...changes.map(writtenParts)]);

/**
 * The text whose hash names what waits for an approval: services and kinds of change, no GB. It stays from run to run while the
 * same changes wait; the proposal under it bounds the GB.
 */
export const proposalText = (changes: readonly ProposedChange[]): string =>
  JSON.stringify(['headroom proposal 1', ...changes.map(subjectText)]);
