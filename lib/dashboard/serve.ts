import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { createDashboard, type DashboardOptions } from './http/app.ts';

/** A dashboard that listens. */
export interface Dashboard {
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
  const cookie = (await app.request(`http://${host}/?key=${options.key}`, { headers: { host } })).headers.get(
    'set-cookie',
  );
  await app.request(`http://${host}/`, { headers: { host, cookie: cookie ?? '' } });
  const server = createAdaptorServer({ fetch: app.fetch });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const { port: taken } = server.address() as AddressInfo;
  const url = `http://${host}:${taken}`;
  return {
    url,
    address: `${url}/?key=${options.key}`,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        if ('closeAllConnections' in server) server.closeAllConnections();
      }),
  };
};
