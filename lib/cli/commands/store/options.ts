import { type FlagsOf, jsonOption, type NewCommand, storeOptions } from '../../shell/options.ts';

const head = ['--head <end>', 'an earlier end of the audit, SEQUENCE:HASH, from outside of store and export'] as const;

export const storeExportOptions = (command: NewCommand) =>
  jsonOption(
    storeOptions(
      command
        .description('write what no run can make anew into one gzip file of JSON lines, and read it back')
        .argument('<file>', 'file to write; it contains no token'),
    ),
  );
export type StoreExportFlags = FlagsOf<typeof storeExportOptions>;

export const storeImportOptions = (command: NewCommand) => {
  const filling = command
    .description('fill an empty store from an export, and verify it; repeat it after an interruption')
    .argument('<file>', 'file of headroom store export')
    .option('--overwrite', 'replace the content of a store that is not empty; audit files are never replaced')
    .option('--with-damaged', 'import damaged objects as they are; without it, an export that has any is refused');
  return jsonOption(storeOptions(filling).option(...head));
};
export type StoreImportFlags = FlagsOf<typeof storeImportOptions>;

export const storeVerifyOptions = (command: NewCommand) => {
  const verify = command
    .description('read every object of an export, or of the store, and the chain of its audit')
    .argument('[file]', 'file of headroom store export; default: the store itself');
  return jsonOption(storeOptions(verify).option(...head));
};
export type StoreVerifyFlags = FlagsOf<typeof storeVerifyOptions>;
