import type { IncomingMessage } from 'node:http';
import { badRequest, bodyTooLarge } from '../protocol/refusal.ts';

/** Largest request body. */
const largestBodyBytes = 1024 * 1024;

/**
 * The text of a body, in one piece or in chunks.
 * @throws Refusal 413 for one that is too large, and 400 for one that breaks off
 */
export const requestText = (request: IncomingMessage): Promise<string> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    if (Number(request.headers['content-length'] ?? 0) > largestBodyBytes) reject(bodyTooLarge(largestBodyBytes));
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.byteLength;
      if (bytes > largestBodyBytes) reject(bodyTooLarge(largestBodyBytes));
      else chunks.push(chunk);
    });
    request.on('end', () => resolve(new TextDecoder().decode(Buffer.concat(chunks))));
    // A caller that went away, or whose framing is wrong, is no fault of the platform.
    request.on('close', () => reject(badRequest('Invalid input: the request body broke off', 'unreadable_request')));
  });
