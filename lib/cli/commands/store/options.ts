import type { Command } from 'commander';
import { storeOptions } from '../../session/store-options.ts';
import { type CommandLine, type End, example, exitStatus } from '../../shell/command-line.ts';
import type { StoreExportFlags } from './export.ts';
import type { StoreImportFlags } from './import.ts';
import type { StoreVerifyFlags } from './verify.ts';

const jsonOption = (command: Command): Command =>
  command.option('--json', 'print one JSON document on standard output');

const headOption = (command: Command): Command =>
  command.option('--head <end>', 'an earlier end of the audit, SEQUENCE:HASH, from outside of store and export');

const addExport = (store: Command, line: CommandLine, end: End): void => {
  const command = jsonOption(
    storeOptions(
      store
        .command('export')
        .description('write what no run can make anew into one gzip file of JSON lines, and read it back')
        .argument('<file>', 'file to write; it contains no token'),
    ),
  );
  example(command, 'headroom store export headroom.jsonl.gz').action(async (file: string, flags: StoreExportFlags) => {
    const { run } = await import('./export.ts');
    end(await run(line, file, flags));
  });
};

const addImport = (store: Command, line: CommandLine, end: End): void => {
  const command = jsonOption(
    headOption(
      storeOptions(
        store
          .command('import')
          .description('fill an empty store from an export, and verify it; repeat it after an interruption')
          .argument('<file>', 'file of headroom store export')
          .option('--overwrite', 'replace the content of a store that is not empty; audit files are never replaced')
          .option(
            '--with-damaged',
            'import damaged objects as they are; without it, an export that has any is refused',
          ),
      ),
    ),
  );
  example(command, 'headroom store import headroom.jsonl.gz --store ./restored').action(
    async (file: string, flags: StoreImportFlags) => {
      const { run } = await import('./import.ts');
      await run(line, file, flags);
      end(exitStatus.ok);
    },
  );
};

const addVerify = (store: Command, line: CommandLine, end: End): void => {
  const command = jsonOption(
    headOption(
      storeOptions(
        store
          .command('verify')
          .description('read every object of an export, or of the store, and the chain of its audit')
          .argument('[file]', 'file of headroom store export; default: the store itself'),
      ),
    ),
  );
  example(command, 'headroom store verify headroom.jsonl.gz').action(
    async (file: string | undefined, flags: StoreVerifyFlags) => {
      const { run } = await import('./verify.ts');
      end(await run(line, file, flags));
    },
  );
};

/** `headroom store …` */
export const addStore = (program: Command, line: CommandLine, end: End): void => {
  const store = program.command('store').description('back up the store, restore it, and verify either');
  for (const add of [addExport, addImport, addVerify]) add(store, line, end);
  example(store, 'headroom store export headroom.jsonl.gz');
};
