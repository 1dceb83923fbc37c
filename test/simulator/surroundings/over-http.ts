import { connections } from '../../../lib/client/transport/transport.ts';
import { defaultTimeouts, undiciExchange } from '../../../lib/client/transport/undici-exchange.ts';
import { type OpenedPlatform, serveOpened } from '../../../lib/platform/index.ts';
import type { Answering } from './exchange.ts';

/** The platform behind a socket. */
interface OverHttp extends Answering {
  /** Closes the socket, and the platform with it. */
  readonly close: () => Promise<void>;
}

/** Serves the platform on a free port and carries requests to it as a deployment does: over HTTP, by the same exchange. */
export const overHttp = async (platform: OpenedPlatform): Promise<OverHttp> => {
  const served = await serveOpened(platform);
  const exchange = undiciExchange(served.url, connections, defaultTimeouts);
  const open = new AbortController();
  return {
    answer: (request) => exchange.send(request, open.signal),
    close: async () => {
      open.abort();
      await exchange.close();
      await served.close();
    },
  };
};
