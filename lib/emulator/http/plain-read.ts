import type { IncomingMessage, ServerResponse } from 'node:http';
import type { PlainAnswer, PlainRequest } from './direct.ts';

/** Anything that a URL parser may read otherwise than character by character goes to the application. */
const plainPath = /^(?:\/(?!\.{0,2}(?:\/|$))[\w.:~-]+)+$/;
const plainHost = /^[\w.-]+(?::\d+)?$/;

/** The request, if it is a read without a body that is written so plainly that no URL parser is needed. */
export const plainRead = ({ method, url = '', headers }: IncomingMessage): PlainRequest | undefined => {
  const isPlain =
    method === 'GET' &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined &&
    plainHost.test(headers.host ?? '') &&
    plainPath.test(url);
  if (!isPlain) return undefined;
  const { authorization, 'user-agent': userAgent } = headers;
  return {
    method: 'GET',
    path: url,
    headers: {
      ...(authorization === undefined ? {} : { authorization }),
      ...(userAgent === undefined ? {} : { 'user-agent': userAgent }),
    },
    body: null,
  };
};

/** Sends an answer as it is. */
export const sendPlain = (response: ServerResponse, { status, headers, text }: PlainAnswer): void => {
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(text) });
  response.end(text);
};
