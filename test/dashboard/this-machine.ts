import { arch, env as environment, platform, report } from 'node:process';
import { isExecutable, type Machine } from './find-browser.ts';

interface Runtime {
  readonly header: { readonly glibcVersionRuntime?: string };
}

/** The machine of this process. */
export const thisMachine = (): Machine => ({
  environment,
  platform,
  arch,
  glibc: (report.getReport() as Runtime).header.glibcVersionRuntime,
  isExecutable,
});
