import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { plantedIn } from './bug.ts';
import { failuresOf } from './judge.ts';
import { makeWorkingCopy } from './working-copy.ts';
const bugs = (await import(process.argv[2] ?? '')).default.map(
  ([name, bug, file, text, replacement, caughtBy]: any) => ({ name, bug, file, text, replacement, caughtBy }),
);
const only = (process.argv[3] ?? '').split(',').filter(Boolean);
let waiting = bugs.filter((b: any) => only.length === 0 || only.includes(b.name));
const copy = makeWorkingCopy();
while (waiting.length > 0) {
  const group: any[] = [];
  const rest: any[] = [];
  const files = new Set<string>();
  const sources = new Set<string>();
  for (const b of waiting) {
    if (b.caughtBy.some((f: string) => files.has(f)) || sources.has(b.file) || group.length >= 12) {
      rest.push(b);
      continue;
    }
    group.push(b);
    sources.add(b.file);
    for (const f of b.caughtBy) files.add(f);
  }
  waiting = rest;
  const originals = new Map<string, string>();
  for (const b of group) {
    const p = join(copy.folder, b.file);
    const c = readFileSync(p, 'utf8');
    originals.set(p, c);
    writeFileSync(p, plantedIn(b, c));
  }
  const failures = await failuresOf(copy, [...files]);
  for (const [p, c] of originals) writeFileSync(p, c);
  for (const b of group) {
    const hit = b.caughtBy.filter((f: string) => failures.has(f));
    console.log(
      hit.length ? 'caught' : 'MISSED',
      b.name,
      hit.join(' '),
      '|',
      failures.get(hit[0])?.what?.slice(0, 100),
    );
  }
}
