import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { type LambdaWorker, startLambda } from './lambda-worker.ts';

/** Listens at a fixed address and forwards every request to the current `target`. */
const serveGateway = async (target: () => string) => {
  const server = createServer((given, response) => {
    const { method, headers, url = '' } = given;
    const onward = request(`${target()}${url}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      pipeline(answer, response).catch(() => response.destroy());
    });
    onward.on('error', () => response.destroy());
    pipeline(given, onward).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

/** The servers behind the functions of one deployment. */
export interface Surroundings {
  readonly platform: string;
  readonly aws: string;
}

/**
 * Functions stay warm from one deployment to the next, as on AWS from one run to the next, because loading
 * one takes longer than most runs. Therefore the platform and AWS have fixed addresses.
 */
export const openAccount = async () => {
  let now: Surroundings | undefined;
  const target = (which: keyof Surroundings) => () => {
    if (now === undefined) throw new Error('nothing is deployed');
    return now[which];
  };
  const [platform, aws] = await Promise.all([serveGateway(target('platform')), serveGateway(target('aws'))]);
  const warm = new Map<string, LambdaWorker>();
  return {
    platformUrl: platform.url,
    awsUrl: aws.url,
    /** Connects the functions to these servers. */
    surround: (surroundings: Surroundings) => {
      now = surroundings;
    },
    /** The function of this file with this environment, started on first use. */
    lambda: (file: string, environment: Readonly<Record<string, string>>): LambdaWorker => {
      const key = JSON.stringify([file, environment]);
      const found = warm.get(key) ?? startLambda(file, environment);
      warm.set(key, found);
      return found;
    },
    close: async () => {
      await Promise.all([...warm.values()].map(({ stop }) => stop()));
      await Promise.all([platform.close(), aws.close()]);
    },
  };
};

export type Account = Awaited<ReturnType<typeof openAccount>>;
