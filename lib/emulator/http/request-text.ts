import type { HonoRequest } from 'hono';
import { badRequest, bodyTooLarge, Refusal } from '../protocol/refusal.ts';

/** Largest request body. */
const largestBodyBytes = 1024 * 1024;

/** The bytes of a body of unknown length, as long as they are not too many. */
const streamed = async (body: ReadableStream<Uint8Array>): Promise<string> => {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > largestBodyBytes) throw bodyTooLarge(largestBodyBytes);
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
};

/** A caller that went away, or whose framing is wrong, is no fault of the platform. */
const unreadable = (error: unknown): never => {
  throw error instanceof Refusal
    ? error
    : badRequest('Invalid input: the request body broke off', 'unreadable_request');
};

/**
 * The text of a body, in one piece or in chunks.
 * @throws Refusal 413 for one that is too large, and 400 for one that breaks off
 */
export const requestText = async (request: HonoRequest): Promise<string> => {
  const announced = request.header('content-length');
  if (Number(announced ?? 0) > largestBodyBytes) throw bodyTooLarge(largestBodyBytes);
  if (announced !== undefined || request.raw.body === null) return request.text().catch(unreadable);
  return streamed(request.raw.body).catch(unreadable);
};
