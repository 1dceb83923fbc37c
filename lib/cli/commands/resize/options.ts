import type { Command } from 'commander';
import type { CommandLine, End } from '../../shell/command-line.ts';
import { planDigest } from '../plan-digest.ts';
import type { SessionAction } from '../session-command.ts';
import { policyOption, sessionCommand } from '../session-options.ts';
import type { ResizeFlags } from './action.ts';

/** A command that shows new sizes of disks, and writes what a person approves. */
interface Resize {
  readonly name: 'reclaim' | 'prepare';
  /** What it shows and does, as the beginning of its description. */
  readonly does: string;
  /** What it does to the disks of the approved plan. */
  readonly verb: string;
  readonly load: () => Promise<SessionAction<ResizeFlags, string[]>>;
}

const addResize = (program: Command, line: CommandLine, end: End, { name, does, verb, load }: Resize): void => {
  const command = policyOption(
    program
      .command(name)
      .description(`${does}, with a rolling restart; needs ${name} in the policy`)
      .argument('[project/service...]', "services, or globs such as 'shop-*/*'; without any: all services"),
  )
    .option('--approve <digest>', `${verb} at most what the plan with this digest ${verb}s`, planDigest)
    .option('--break-lease', 'take the lease from a run that you know has ended');
  sessionCommand({ command, example: `headroom ${name} acme-prod/orders-pg`, line, end }, load);
};

/** `headroom reclaim` */
export const addReclaim = (program: Command, line: CommandLine, end: End): void =>
  addResize(program, line, end, {
    name: 'reclaim',
    does: 'show added storage that services no longer need, and remove what you approve',
    verb: 'remove',
    load: () => import('./reclaim.ts'),
  });

/** `headroom prepare` */
export const addPrepare = (program: Command, line: CommandLine, end: End): void =>
  addResize(program, line, end, {
    name: 'prepare',
    does: 'show disks that need free space before a known load, and grow what you approve',
    verb: 'grow',
    load: () => import('./prepare.ts'),
  });
