// Loaded into a process of the shipped program by `--import`, only by `npm run soak -- --mode shipped` and its test: its
// clock jumps by some hours after some readings, and its disk is full after some writes.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { env } from 'node:process';

const { SOAK_JUMP_MS: jump = '0', SOAK_JUMP_AFTER: jumpAfter = '0', SOAK_WRITES: writes = '' } = env;

const Real = Date;
let readings = 0;
const nowMs = () => {
  readings += 1;
  return Real.now() + (readings > Number(jumpAfter) ? Number(jump) : 0);
};
globalThis.Date = class extends Real {
  constructor(...given) {
    if (given.length === 0) super(nowMs());
    else super(...given);
  }
  static now() {
    return nowMs();
  }
};

if (writes !== '') {
  let left = Number(writes);
  const full = () => Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', errno: -28 });
  const { writeFile, writeSync } = fs;
  fs.writeFile = (...given) => {
    left -= 1;
    if (left >= 0) return writeFile(...given);
    return setImmediate(given.at(-1), full());
  };
  fs.writeSync = (fd, ...given) => {
    // Standard output and standard error are no part of the disk.
    if (fd > 2) left -= 1;
    if (left >= 0 || fd <= 2) return writeSync(fd, ...given);
    throw full();
  };
  syncBuiltinESMExports();
}
