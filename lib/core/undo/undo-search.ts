import type { AuditedState, AuditedWrite } from '../audit/audit.ts';
import type { Service } from '../model/model.ts';
import { isSameValue, type OptionChange, type OptionValue, optionValueAt } from '../model/search-configuration.ts';

/** The option changes that undo a run, and sentences on the options that cannot be restored. */
interface SearchUndo {
  readonly members: readonly OptionChange[];
  readonly problems: readonly string[];
}

const optionsIn = (state: AuditedState): Readonly<Record<string, OptionValue>> =>
  state?.kind === 'search-configuration' ? state.options : {};

/** Whether the service shows the value that the run set, or the platform's lowered value of it (spec.md §2.4). */
const isUnchanged = ({ lowered = [] }: Service, path: string, written: OptionValue, now: OptionValue): boolean =>
  isSameValue(now, written) ||
  lowered.some((option) => option.path === path && option.asked === written && option.got === now);

/**
 * Compares the options that a run set with what the service shows now. The platform refuses the whole change if it unsets
 * an option that lasts, so such an option stays.
 * @param lastingOptions dotted names of the options that cannot be unset
 */
export const undoSearch = (service: Service, record: AuditedWrite, lastingOptions: ReadonlySet<string>): SearchUndo => {
  const shown = service.searchConfiguration;
  if (shown === undefined || shown === null) {
    return { members: [], problems: ['The platform does not show the search configuration, so it stays unchanged.'] };
  }
  const [before, after] = [optionsIn(record.before), optionsIn(record.after)];
  const members: OptionChange[] = [];
  const problems: string[] = [];
  for (const [path, was] of Object.entries(before)) {
    const now = optionValueAt(shown, path);
    if (isSameValue(now, was)) continue;
    if (was === null && lastingOptions.has(path))
      problems.push(
        `Option ${path} was not set before the run and cannot be unset, so it stays ${JSON.stringify(now)}.`,
      );
    else if (isUnchanged(service, path, after[path] ?? null, now)) members.push({ path, from: now, to: was });
    else problems.push(`Option ${path} was changed after the run, so it stays unchanged.`);
  }
  if (members.length === 0 || service.state === 'RUNNING') return { members, problems };
  const problem = `The service is in state ${service.state}; its search configuration can change only in state RUNNING.`;
  return { members: [], problems: [problem] };
};
