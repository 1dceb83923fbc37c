import { basename, relative, resolve, sep } from 'node:path';
import { PolicyInvalid } from '../../../contract/errors.ts';
import type { PolicyChange } from '../../../core/twin/suggestion/variants.ts';
import { parsePolicy } from '../../../documents/documents.ts';
import { unifiedDiff } from '../../../documents/edit/line-diff.ts';
import { editPolicy, placeOfName } from '../../../documents/edit/policy-edit.ts';
import { joinSources, nameBeside, type PolicySources, splitSources } from '../../../documents/include/sources.ts';

/** Policies with changes, each in the file that it concerns. */

const withChange = (sources: PolicySources, { list, name, file, member, value }: PolicyChange): PolicySources => {
  const change = (text: string) => editPolicy(text, { path: [list, placeOfName(text, list, name), ...member], value });
  if (file === undefined) return { ...sources, main: change(sources.main) };
  const files = [...sources.files].map(([path, text]) => [path, path === file ? change(text) : text] as const);
  return { ...sources, files: new Map(files) };
};

/** The text of a policy, with its included files, after some changes. */
export const edited = (text: string, changes: readonly PolicyChange[]): string =>
  changes.length === 0 ? text : joinSources(changes.reduce(withChange, splitSources(text)), (path) => path);

/** Whether a policy is valid after some changes: the rules of an included file may have no more than the include allows. */
export const isValid = (
  { file, text }: { readonly file: string; readonly text: string },
  changes: readonly PolicyChange[],
): boolean => {
  try {
    parsePolicy(edited(text, changes), file);
    return true;
  } catch (error) {
    if (error instanceof PolicyInvalid) return false;
    throw error;
  }
};

/** A file as a patch names it: from the working directory, where `git apply` runs; elsewhere by its name alone. */
export const fileInPatch = (file: string, workingDirectory: string): string => {
  const path = relative(workingDirectory, resolve(workingDirectory, file)).split(sep).join('/');
  return path.startsWith('../') ? basename(file) : path;
};

/** The difference of two policies as a patch in unified form, of each file that it concerns; empty for equal texts. */
export const patchBetween = (policyFile: string, before: string, after: string): string => {
  const [old, fresh] = [splitSources(before), splitSources(after)];
  const patches = [...new Set([...old.files.keys(), ...fresh.files.keys()])].map((path) =>
    unifiedDiff(nameBeside(policyFile, path), old.files.get(path), fresh.files.get(path)),
  );
  return [unifiedDiff(policyFile, old.main, fresh.main), ...patches].join('');
};
