import { compilePatterns } from '../policy/glob.ts';
import type { AuditRecord } from './audit.ts';

/** The part of a run that is to be undone, by globs over names; what is absent leaves nothing out. */
export interface UndoPart {
  readonly projects?: readonly string[];
  readonly services?: readonly string[];
}

const accepts = (patterns: readonly string[] | undefined): ((name: string) => boolean) =>
  patterns === undefined ? () => true : compilePatterns(patterns);

/** The records that belong to a part of their run. */
export const recordsOfPart = (records: readonly AuditRecord[], { projects, services }: UndoPart): AuditRecord[] => {
  const [ofProject, ofService] = [accepts(projects), accepts(services)];
  return records.filter(({ project, service }) => ofProject(project) && ofService(service));
};

const named = (what: string, patterns: readonly string[] | undefined): string[] =>
  patterns === undefined ? [] : [`${what} ${patterns.join(', ')}`];

/** A part in words; empty for the whole run. */
export const undoPartText = ({ projects, services }: UndoPart): string =>
  [...named('project', projects), ...named('service', services)].join(' and ');
