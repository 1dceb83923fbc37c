import { type FlagsOf, type NewCommand, storeOptions, wholeNumber } from '../../shell/options.ts';

/** `headroom dashboard` */
export const dashboardOptions = (command: NewCommand) =>
  storeOptions(command.description('serve pages about a store on 127.0.0.1 until Ctrl-C; they only read'))
    .option('--port <n>', 'port; 0: any free port', wholeNumber(0, 65_535), 0)
    .option('--allow-approve', 'let the pages approve a waiting plan, with a confirm step')
    .option('--public-url <url>', 'address of the proxy that signs people in; needs HEADROOM_PROXY_SECRET')
    .option('--identity-header <name>', 'header in which the proxy names who is signed in');
export type DashboardFlags = FlagsOf<typeof dashboardOptions>;
