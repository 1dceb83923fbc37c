import type { AuditedState, AuditRecord } from '../audit/audit.ts';
import type { Service } from '../model/model.ts';
import { isSameValue, type OptionChange, type OptionValue, optionValueAt } from '../model/search-configuration.ts';

/** What is to be done to a search configuration to bring options back, and what cannot be, in sentences. */
export interface SearchUndo {
  readonly members: readonly OptionChange[];
  readonly problems: readonly string[];
}

const optionsIn = (state: AuditedState): Readonly<Record<string, OptionValue>> =>
  state?.kind === 'search-configuration' ? state.options : {};

/** Whether the service shows what the run asked for, or what the platform made of it (spec.md §2.4). */
const isAsLeft = ({ lowered = [] }: Service, path: string, left: OptionValue, now: OptionValue): boolean =>
  isSameValue(now, left) ||
  lowered.some((option) => option.path === path && option.asked === left && option.got === now);

/** Compares the options that a run set with what the service shows now. */
export const undoSearch = (service: Service, record: AuditRecord): SearchUndo => {
  const shown = service.searchConfiguration;
  if (shown === undefined || shown === null) {
    return {
      members: [],
      problems: ['The platform does not show the search configuration, so nothing is changed in it.'],
    };
  }
  const [before, after] = [optionsIn(record.before), optionsIn(record.after)];
  const members: OptionChange[] = [];
  const problems: string[] = [];
  for (const [path, was] of Object.entries(before)) {
    const now = optionValueAt(shown, path);
    if (isSameValue(now, was)) continue;
    if (isAsLeft(service, path, after[path] ?? null, now)) members.push({ path, from: now, to: was });
    else problems.push(`Option ${path} is not as the run left it: it was changed since, so it stays as it is.`);
  }
  return members.length > 0 && service.state !== 'RUNNING'
    ? {
        members: [],
        problems: [
          `The service is in state ${service.state}; its search configuration can be changed only while it is RUNNING.`,
        ],
      }
    : { members, problems };
};
