import { StoreConflict } from '../../contract/errors.ts';
import type { Store } from '../../ports.ts';
import { withLogs } from '../store/logs.ts';
import { sha256 } from '../store/sha256.ts';

/** A store in memory that an export is restored into, to prove that it can be. */
export const scratchStore = (bodies = new Map<string, string>()): Store =>
  withLogs({
    get: async (key) => {
      const body = bodies.get(key);
      return body === undefined ? undefined : { body, version: sha256(body) };
    },
    list: async (prefix) => [...bodies.keys()].filter((key) => key.startsWith(prefix)).sort(),
    put: async (key, body, condition) => {
      const there = bodies.get(key);
      const version = there === undefined ? undefined : sha256(there);
      const holds = condition === undefined || version === ('ifAbsent' in condition ? undefined : condition.ifVersion);
      if (!holds) throw new StoreConflict(`${key} is not as expected`);
      bodies.set(key, body);
    },
    delete: async (key) => void bodies.delete(key),
  });
