import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { createDashboard, type DashboardOptions } from './http/app.ts';
import { cookieName } from './http/entry.ts';

/** A dashboard that listens. */
export interface Dashboard {
  /** Address below which the pages are. */
  readonly url: string;
  /** The address that lets its reader in: it contains the key. */
  readonly address: string;
  close(): Promise<void>;
}

const host = '127.0.0.1';

/**
 * Serves the dashboard on this machine alone.
 * @param port 0 for any free one
 * @throws Error with code EADDRINUSE if the port is taken
 */
export const serveDashboard = async (options: DashboardOptions, port: number): Promise<Dashboard> => {
  const app = createDashboard(options);
  // The first person need not wait until a report of thousands of services is parsed.
  const { path, key, session } = options;
  await app.request(`http://${host}${path}/`, { headers: { host, cookie: `${cookieName}=${session}` } });
  const server = createAdaptorServer({ fetch: app.fetch });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const { port: taken } = server.address() as AddressInfo;
  const url = `http://${host}:${taken}${path}`;
  return {
    url,
    address: `${url}/?key=${key}`,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        if ('closeAllConnections' in server) server.closeAllConnections();
      }),
  };
};
