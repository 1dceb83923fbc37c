import type { Command } from 'commander';
import { storeOptions } from '../../session/store-options.ts';
import { type CommandLine, type End, example, exitStatus } from '../../shell/command-line.ts';
import { outputOptions } from '../../shell/output.ts';
import type { NotifyFlags, TestFlags } from './action.ts';

const commands = () => import('./action.ts');

const addTest = (notify: Command, line: CommandLine, end: End): void => {
  const command = storeOptions(
    notify
      .command('test')
      .description('send a test message to a channel; with --stack the deployment sends it')
      .argument('<channel>', 'name of the channel in the policy')
      .option('--dry-run', 'print what the channel would get, and send nothing')
      .option('--json', 'print one JSON document on standard output'),
  );
  example(command, 'headroom notify test storage-team --dry-run').action(async (channel: string, flags: TestFlags) => {
    end(await (await commands()).test(line, channel, flags));
  });
};

const addList = (notify: Command, line: CommandLine, end: End): void => {
  const command = outputOptions(
    storeOptions(
      notify.command('list').description('list messages that wait for an attempt, and messages that failed'),
    ),
  );
  example(command, 'headroom notify list').action(async (flags: NotifyFlags) => {
    await (await commands()).list(line, flags);
    end(exitStatus.ok);
  });
};

const addDeliver = (notify: Command, line: CommandLine, end: End): void => {
  const command = storeOptions(
    notify
      .command('deliver')
      .description('send the messages that are due, from this machine, as apply does at its end')
      .option('--json', 'print one JSON document on standard output'),
  );
  example(command, 'headroom notify deliver').action(async (flags: NotifyFlags) => {
    end(await (await commands()).deliver(line, flags));
  });
};

const addRetry = (notify: Command, line: CommandLine, end: End): void => {
  const command = storeOptions(
    notify
      .command('retry')
      .description('let the next pass send messages again that failed for good')
      .argument('[channel]', 'only messages of this channel')
      .option('--json', 'print one JSON document on standard output'),
  );
  example(command, 'headroom notify retry storage-team').action(
    async (channel: string | undefined, flags: NotifyFlags) => {
      await (await commands()).retry(line, channel, flags);
      end(exitStatus.ok);
    },
  );
};

/** `headroom notify …` */
export const addNotify = (program: Command, line: CommandLine, end: End): void => {
  const notify = program.command('notify').description('try the channels of notices, and see what waits or failed');
  for (const add of [addTest, addList, addDeliver, addRetry]) add(notify, line, end);
  example(notify, 'headroom notify test storage-team --dry-run');
};
