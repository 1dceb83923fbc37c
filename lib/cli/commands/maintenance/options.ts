import { documentOptions, type NewCommand, rateText } from '../../shell/options.ts';

/** `headroom maintenance start PROJECT/SERVICE` */
export const maintenanceStartOptions = (command: NewCommand) =>
  documentOptions(
    command
      .description('start the maintenance of a service now: its disk can grow again afterwards')
      .argument('<project/service>', 'name of the project and the service')
      .option('--base-url <url>', 'address of the platform (HEADROOM_BASE_URL)')
      .option('--calls-per-minute <n>', rateText)
      .option('--yes', 'start without asking; without a terminal nothing is asked'),
  );
