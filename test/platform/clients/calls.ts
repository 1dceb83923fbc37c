import { expect } from 'vitest';
import { type Send, token } from '../small-organization.ts';

/** The calls of a client, as they were seen: what it sends, and what it goes by in the answer. */
export interface SeenCall {
  readonly call: readonly [method: string, path: string, body?: unknown];
  /** The status; default 200. */
  readonly status?: number;
  /** What the client needs to find in the answer; other members may be there. */
  readonly reads?: unknown;
}

/** A step of the client's work, and the virtual time that it waits first. */
export interface SeenStep {
  readonly step: string;
  readonly waits?: number;
  readonly calls: readonly SeenCall[];
}

/** Members that answers gave, which later calls put into their paths as `{name}`. */
export type Kept = Record<string, string>;

/** Makes the calls as a client of this scheme does. */
export const asked = async (send: Send, { call, status = 200, reads }: SeenCall, kept: Kept = {}) => {
  const [method, path, body] = call;
  const filled = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => kept[name] ?? `no ${name}`);
  const reply = await send(method, `/v1${filled}`, body, {
    authorization: `aivenv1 ${token}`,
    'user-agent': 'a client',
  });
  expect([method, filled, reply.status, reply.body?.message]).toEqual([method, filled, status, reply.body?.message]);
  if (reads !== undefined) expect(reply.body).toMatchObject(reads as object);
  return reply;
};
