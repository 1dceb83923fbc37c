import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { BucketRefusal, type MemoryBucket } from './memory-bucket.ts';

/** A received request. */
export interface WireRequest {
  readonly line: string;
  readonly headers: string;
  readonly body: string;
  /** Id of the access key that signed it. */
  readonly caller: string;
  readonly status: number;
}

interface Answer {
  readonly status: number;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

interface PutEvents {
  readonly Entries: readonly { readonly DetailType: string; readonly Detail: string }[];
}

const escapeXml = (value: string) =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const xml = (status: number, body: string): Answer => ({
  status,
  body: `<?xml version="1.0" encoding="UTF-8"?>\n${body}`,
  headers: { 'content-type': 'application/xml' },
});

const json = (status: number, body: unknown): Answer => ({
  status,
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/x-amz-json-1.1' },
});

const listAnswer = (bucket: MemoryBucket, query: URLSearchParams): Answer => {
  const { keys, next } = bucket.list(query.get('prefix') ?? '', query.get('continuation-token') ?? '');
  const contents = keys.map((key) => `<Contents><Key>${escapeXml(key)}</Key></Contents>`).join('');
  const more = next === undefined ? '' : `<NextContinuationToken>${escapeXml(next)}</NextContinuationToken>`;
  return xml(
    200,
    `<ListBucketResult><IsTruncated>${next !== undefined}</IsTruncated>${more}${contents}</ListBucketResult>`,
  );
};

const objectAnswer = (
  bucket: MemoryBucket,
  key: string,
  { method, headers }: IncomingMessage,
  body: string,
): Answer => {
  if (method === 'GET') {
    const found = bucket.get(key);
    return { status: 200, body: found.body, headers: { etag: found.etag } };
  }
  if (method === 'PUT') {
    const conditions = { ifMatch: headers['if-match'], ifNoneMatch: headers['if-none-match'] };
    return { status: 200, headers: { etag: bucket.put(key, body, conditions) } };
  }
  if (method !== 'DELETE') return { status: 405 };
  bucket.delete(key);
  return { status: 204 };
};

const s3Answer = (bucket: MemoryBucket, request: IncomingMessage, body: string): Answer => {
  const url = new URL(request.url ?? '', 'http://s3');
  // Path style: the bucket is the first part of the path.
  const key = decodeURIComponent(url.pathname.split('/').slice(2).join('/'));
  try {
    return key === '' ? listAnswer(bucket, url.searchParams) : objectAnswer(bucket, key, request, body);
  } catch (error) {
    if (!(error instanceof BucketRefusal)) throw error;
    return xml(error.status, `<Error><Code>${error.code}</Code><Message>${error.code}</Message></Error>`);
  }
};

/** Further operations by target; errors are answered as AWS does, by their names. */
export type Operations = Readonly<Record<string, (input: never) => unknown>>;

const answered =
  (operation: Operations[string]) =>
  (body: string): Answer => {
    try {
      return json(200, operation(JSON.parse(body) as never) ?? {});
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      return json(400, { __type: error.name, message: error.message });
    }
  };

/** An operation of the query protocol, which STS speaks: a form in, members as XML out. */
const queryAnswer = (operations: Operations, form: string): Answer => {
  const action = new URLSearchParams(form).get('Action') ?? '';
  try {
    const operation = operations[action];
    if (operation === undefined) throw Object.assign(new Error(action), { name: 'InvalidAction' });
    const members = Object.entries(operation({} as never) as Readonly<Record<string, string>>);
    const result = members.map(([name, value]) => `<${name}>${escapeXml(value)}</${name}>`).join('');
    return xml(200, `<${action}Response><${action}Result>${result}</${action}Result></${action}Response>`);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const message = escapeXml(error.message);
    return xml(
      403,
      `<ErrorResponse><Error><Code>${error.name}</Code><Message>${message}</Message></Error></ErrorResponse>`,
    );
  }
};

/**
 * The parts of S3, EventBridge and Secrets Manager that the functions use, and operations of STS by their names, over HTTP:
 * unmodified AWS clients find it through AWS_ENDPOINT_URL.
 */
export const serveAws = async (bucket: MemoryBucket, secret: (secretId: string) => string, more: Operations = {}) => {
  const requests: WireRequest[] = [];
  const events: { readonly type: string; readonly detail: unknown }[] = [];

  const operations: Record<string, (body: string) => Answer> = {
    'secretsmanager.GetSecretValue': (body) =>
      json(200, { SecretString: secret(JSON.parse(body).SecretId), VersionStages: ['AWSCURRENT'] }),
    'AWSEvents.PutEvents': (body) => {
      const { Entries } = JSON.parse(body) as PutEvents;
      for (const { DetailType, Detail } of Entries) events.push({ type: DetailType, detail: JSON.parse(Detail) });
      return json(200, { FailedEntryCount: 0, Entries: Entries.map((_, n) => ({ EventId: `event-${n}` })) });
    },
    ...Object.fromEntries(Object.entries(more).map(([target, operation]) => [target, answered(operation)])),
  };

  const server = createServer(async (request, response) => {
    const body = await text(request);
    const target = request.headers['x-amz-target'];
    const line = `${request.method} ${request.url} ${target ?? ''}`;
    const operation = typeof target === 'string' ? operations[target] : undefined;
    const unknown = json(400, { __type: 'UnknownOperationException', message: String(target) });
    const isQuery = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true;
    const untargeted = () => (isQuery ? queryAnswer(more, body) : s3Answer(bucket, request, body));
    const answer = target === undefined ? untargeted() : (operation?.(body) ?? unknown);
    const caller = /Credential=([^/]+)\//.exec(request.headers.authorization ?? '')?.[1] ?? '';
    requests.push({ line, headers: JSON.stringify(request.headers), body, caller, status: answer.status });
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    events,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
