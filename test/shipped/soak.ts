import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodeOf, testedNodes } from '../node-versions.ts';
import { packAndInstall } from '../package/packed.ts';
import { liveRound, type Round } from './round.ts';

const own = { version: process.versions.node, node: process.execPath };

/** The versions of Node.js that the program supports, as far as they can be had; the rounds take turns. */
const versions = () => [
  own,
  ...([22, 24] as const).flatMap((major) => {
    const node = nodeOf(major);
    return node === undefined ? [] : [{ version: testedNodes[major], node }];
  }),
];

/** Rounds one after the other with the packed and installed program, each made when it is asked for. */
export const shippedRounds = (seed: number, count: number) => {
  const packed = packAndInstall();
  const turns = versions();
  const rounds = Array.from({ length: count }, (_, at) => async (): Promise<Round & { readonly version: string }> => {
    const folder = mkdtempSync(join(tmpdir(), 'headroom-shipped-'));
    try {
      const { node, version } = turns[(seed + at) % turns.length] ?? own;
      return { version, ...(await liveRound({ node, command: packed.command }, seed + at, folder)) };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
  return { rounds, remove: packed.remove };
};
