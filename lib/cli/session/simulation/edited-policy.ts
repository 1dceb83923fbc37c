import { unifiedDiff } from '../../../documents/edit/line-diff.ts';
import { nameBeside, splitSources } from '../../../documents/include/sources.ts';

/** The difference of two policies as a patch in unified form, of each file that it concerns; empty for equal texts. */
export const patchBetween = (policyFile: string, before: string, after: string): string => {
  const [old, fresh] = [splitSources(before), splitSources(after)];
  const patches = [...new Set([...old.files.keys(), ...fresh.files.keys()])].map((path) =>
    unifiedDiff(nameBeside(policyFile, path), old.files.get(path), fresh.files.get(path)),
  );
  return [unifiedDiff(policyFile, old.main, fresh.main), ...patches].join('');
};
