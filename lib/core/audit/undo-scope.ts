import { compilePatterns } from '../policy/glob.ts';
import type { AuditedWrite } from './audit.ts';

/** The part of a run to undo, by globs over names; an absent member selects everything. */
export interface UndoScope {
  readonly projects?: readonly string[];
  readonly services?: readonly string[];
}

const accepts = (patterns: readonly string[] | undefined): ((name: string) => boolean) =>
  patterns === undefined ? () => true : compilePatterns(patterns);

/** The records of a part of a run. */
export const recordsInScope = <T extends Pick<AuditedWrite, 'project' | 'service'>>(
  records: readonly T[],
  { projects, services }: UndoScope,
): T[] => {
  const [ofProject, ofService] = [accepts(projects), accepts(services)];
  return records.filter(({ project, service }) => ofProject(project) && ofService(service));
};

const patternText = (label: string, patterns: readonly string[] | undefined): string[] =>
  patterns === undefined ? [] : [`${label} ${patterns.join(', ')}`];

/** A part as text for messages; empty for the whole run. */
export const undoPartText = ({ projects, services }: UndoScope): string =>
  [...patternText('project', projects), ...patternText('service', services)].join(' and ');
