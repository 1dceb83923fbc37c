import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { openDashboard } from '../../from-store/open-dashboard.ts';
import type { CommandLine } from '../../shell/command-line.ts';
import { UsageError } from '../../shell/usage-error.ts';
import type { CommandContext } from '../command.ts';
import type { DashboardFlags } from './options.ts';

/** `headroom dashboard`: pages about a store. */

/** Fewer characters could be guessed. */
const shortestSecret = 32;

/** The origin of `--public-url`. @throws UsageError */
const originOf = (url: string): string => {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  const isOrigin = parsed !== undefined && /^https?:$/.test(parsed.protocol) && parsed.href === `${parsed.origin}/`;
  if (isOrigin) return parsed.origin;
  throw new UsageError(`--public-url ${url}: must be an address without a path, such as https://headroom.example.com`);
};

/**
 * The proxy that signs people in; undefined without one.
 * @throws UsageError if one of its three settings is missing or invalid
 */
const trustedProxy = ({ publicUrl, identityHeader }: DashboardFlags, environment: CommandLine['environment']) => {
  if (publicUrl === undefined && identityHeader === undefined) return undefined;
  if (publicUrl === undefined || identityHeader === undefined)
    throw new UsageError('--public-url and --identity-header need each other: add the one that is missing');
  if (!/^[a-z0-9-]{1,64}$/i.test(identityHeader))
    throw new UsageError(
      `--identity-header ${identityHeader}: must be the name of a header, such as X-Forwarded-Email`,
    );
  const secret = environment.HEADROOM_PROXY_SECRET ?? '';
  if (secret.length < shortestSecret)
    throw new UsageError(
      `--public-url: set HEADROOM_PROXY_SECRET to at least ${shortestSecret} characters; the proxy sends them as X-Headroom-Proxy-Secret`,
    );
  return { publicOrigin: originOf(publicUrl), identityHeader, secret };
};

/** What Prometheus must send; undefined if it may not read. @throws UsageError */
const metricsKeyIn = ({ HEADROOM_METRICS_KEY: key = '' }: CommandLine['environment']): string | undefined => {
  if (key === '') return undefined;
  if (key.length >= shortestSecret && /^[!-~]+$/.test(key)) return key;
  throw new UsageError(
    `HEADROOM_METRICS_KEY: must have at least ${shortestSecret} characters without spaces, such as those of 'openssl rand -hex 32'`,
  );
};

/** A directory that is not there would show an empty organization. @throws UsageError */
const assertFolder = async (path: string): Promise<void> => {
  const isThere = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isThere)
    throw new UsageError(`no store in ${path}: run headroom plan first, or name another folder with --store`);
};

export const run = async ({ line, flags, console, openStore }: CommandContext<DashboardFlags>): Promise<void> => {
  const proxy = trustedProxy(flags, line.environment);
  const metricsKey = metricsKeyIn(line.environment);
  const { store, folder, identity } = await openStore();
  if (folder !== undefined) await assertFolder(folder);
  const dashboard = await openDashboard(store, {
    port: flags.port,
    metricsKey,
    ...(flags.allowApprove && { approver: identity }),
    ...(proxy && { proxy }),
  });
  try {
    console.line(`listening on ${dashboard.address}`);
    if (!line.signal.aborted) await once(line.signal, 'abort');
  } finally {
    await dashboard.close();
  }
};
