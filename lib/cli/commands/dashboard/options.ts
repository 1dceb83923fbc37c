import type { Command } from 'commander';
import { storeOptions } from '../../session/store-options.ts';
import { type CommandLine, type End, example } from '../../shell/command-line.ts';
import { wholeNumber } from '../../shell/whole-number.ts';
import type { DashboardFlags } from './action.ts';

/** `headroom dashboard` */
export const addDashboard = (program: Command, line: CommandLine, end: End): void => {
  const command = storeOptions(
    program.command('dashboard').description('serve pages about a store on 127.0.0.1 until Ctrl-C; they only read'),
  )
    .option('--port <n>', 'port; 0: any free port', wholeNumber(0, 65_535), 0)
    .option('--allow-approve', 'let the pages approve a waiting plan, with a confirm step')
    .option('--public-url <url>', 'address of the proxy that signs people in; needs HEADROOM_PROXY_SECRET')
    .option('--identity-header <name>', 'header in which the proxy names who is signed in');
  example(command, 'headroom dashboard --port 8090').action(async (flags: DashboardFlags) => {
    const { run } = await import('./action.ts');
    end(await run(line, flags));
  });
};
