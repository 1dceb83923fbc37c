import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { liveRound } from '../../shipped/round.ts';

const command = join(import.meta.dirname, '..', '..', '..', 'bin', 'headroom.cjs');

/** A round starts nine processes, one after the other. */
const roundMs = 180_000;

// The program of a clone is the bundle that the package contains; the soak lives the packed one.
it.each([6, 9])(
  'two processes that are hurt, on a bad network, keep every law: seed %i',
  async (seed) => {
    const folder = mkdtempSync(join(tmpdir(), 'headroom-shipped-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const { problems, fates, hurts } = await liveRound({ node: process.execPath, command }, seed, folder);
    expect(problems).toEqual([]);
    expect(fates + hurts.filter((hurt) => hurt !== 'nothing').length).toBeGreaterThan(0);
  },
  roundMs,
);
