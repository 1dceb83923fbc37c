import { readChecked } from '../checked-document.ts';
import type { DocumentProblem } from '../document-problem.ts';
import type { PolicyDocument } from '../policy-schema.ts';
import { teamProblems } from './bounds.ts';
import type { IncludedFile } from './include-schema.ts';
import { nameBeside, type PolicySources } from './sources.ts';
import { type TeamDocument, teamSchema } from './team-schema.ts';

/** An included file with its bounds. */
export interface Included {
  readonly bounds: IncludedFile;
  readonly document: TeamDocument;
}

/** The included files of a policy document, or their errors. */
interface IncludedReading {
  readonly included: readonly Included[];
  /** Problems of the document itself: files that are missing, and files that it does not list. */
  readonly problems: readonly DocumentProblem[];
  /** Errors of the files, one per line: `FILE:LINE:COLUMN path: message`. */
  readonly errors: readonly string[];
}

/** Reads the included files of a checked document, each against its bounds. */
export const readIncluded = (
  { include = [], rules }: PolicyDocument,
  { files }: PolicySources,
  policyFile: string,
): IncludedReading => {
  const taken = new Map(rules.map(({ name }) => [name, policyFile]));
  const included: Included[] = [];
  const problems: DocumentProblem[] = [];
  const errors: string[] = [];
  for (const [at, bounds] of include.entries()) {
    const text = files.get(bounds.file);
    if (text === undefined) {
      const message = `${bounds.file} was not found; it belongs beside this document, and headroom policy put stores it with it`;
      problems.push({ path: ['include', at, 'file'], message, atKey: false });
      continue;
    }
    const name = nameBeside(policyFile, bounds.file);
    const read = readChecked(text, name, teamSchema, (team) => teamProblems(team, bounds, { at, policyFile, taken }));
    if ('errors' in read) {
      errors.push(read.errors);
      continue;
    }
    included.push({ bounds, document: read.data });
    for (const rule of read.data.rules) taken.set(rule.name, name);
  }
  for (const path of files.keys()) {
    if (include.some(({ file }) => file === path)) continue;
    problems.push({ path: ['include'], message: `does not list ${path}, which follows this document`, atKey: false });
  }
  return { included, problems, errors };
};
