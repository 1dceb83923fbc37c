import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packAndInstall } from '../package/packed.ts';
import { liveRound, type Round } from './round.ts';

/** Rounds one after the other with the packed and installed program, each made when it is asked for. */
export const shippedRounds = (seed: number, count: number) => {
  const packed = packAndInstall();
  const rounds = Array.from({ length: count }, (_, at) => async (): Promise<Round> => {
    const folder = mkdtempSync(join(tmpdir(), 'headroom-shipped-'));
    try {
      return await liveRound(packed.command, seed + at, folder);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
  return { rounds, remove: packed.remove };
};
