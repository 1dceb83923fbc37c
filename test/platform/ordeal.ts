import { errorBody } from '../../lib/wire/records.ts';
import { hostileClient, type RawReply } from './hostile-client.ts';
import { type HostileRequest, hostileRequest, randomFrom } from './hostile-requests.ts';

export interface Ordeal {
  readonly byKind: Readonly<Record<string, number>>;
  readonly byStatus: Readonly<Record<string, number>>;
  readonly refused: number;
  /** What should not have happened, with the request, at most ten of them. */
  readonly wrong: readonly string[];
}

/** What is wrong with an answer; undefined for nothing. */
const faultOf = (request: HostileRequest, { status, body, isOfServer }: RawReply): string | undefined => {
  if (!(status >= 200 && status < 500)) return `status ${status}`;
  if (isOfServer) return status >= 400 && body === '' ? undefined : `status ${status} of the server itself`;
  if (request.headOnly || status < 300) return undefined;
  try {
    const parsed = errorBody.parse(JSON.parse(body));
    const first = parsed.errors?.[0];
    const isWhole = parsed.message && first?.message === parsed.message && first.status === status && first.error_code;
    return isWhole ? undefined : `error body ${body.slice(0, 200)}`;
  } catch {
    return `status ${status} with a body that is no error body: ${body.slice(0, 200)}`;
  }
};

const shown = ({ kind, bytes }: HostileRequest): string =>
  `${kind}: ${JSON.stringify(bytes.toString('latin1', 0, 400))}`;

/** Sends that many hostile requests over some connections at once, and judges every answer. */
export const ordeal = async (options: {
  readonly url: string;
  readonly token: string;
  readonly seed: number;
  readonly count: number;
}): Promise<Ordeal> => {
  const random = randomFrom(options.seed);
  const byKind: Record<string, number> = {};
  const byStatus: Record<string, number> = {};
  const wrong: string[] = [];
  let left = options.count;
  let refused = 0;

  const worker = async () => {
    const client = hostileClient(Number(new URL(options.url).port));
    while (left > 0 && wrong.length < 10) {
      left -= 1;
      const request = hostileRequest(random, options.token);
      byKind[request.kind] = (byKind[request.kind] ?? 0) + 1;
      try {
        const reply = await client.send(request);
        byStatus[reply.status] = (byStatus[reply.status] ?? 0) + 1;
        if (reply.status >= 400) refused += 1;
        const fault = faultOf(request, reply);
        if (fault !== undefined) wrong.push(`${fault} for ${shown(request)}`);
      } catch (error) {
        wrong.push(`${(error as Error).message} for ${shown(request)}`);
      }
    }
    client.close();
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  return { byKind, byStatus, refused, wrong };
};
