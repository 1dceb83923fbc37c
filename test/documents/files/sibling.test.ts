import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { mostFileBytes, readSibling } from '../../../lib/documents/files/sibling.ts';
import { makePipe } from '../../installed.ts';
import { temporaryDirectory } from '../../temporary-directory.ts';

/** A folder with a document and a file that it names, and a secret outside. */
const place = (): { readonly folder: string; readonly document: string; readonly secret: string } => {
  const around = temporaryDirectory();
  const folder = join(around, 'policies');
  mkdirSync(join(folder, 'calendars'), { recursive: true });
  writeFileSync(join(folder, 'calendars', 'freeze.ics'), 'BEGIN:VCALENDAR\n');
  mkdirSync(join(around, 'outside'));
  writeFileSync(join(around, 'outside', 'freeze.ics'), 'canary-secret\n');
  return { folder, document: join(folder, 'policy.yaml'), secret: join(around, 'outside', 'freeze.ics') };
};

const file = 'calendars/freeze.ics';

describe('a file that a document names', () => {
  it('is read beside the document', () => {
    const { document } = place();
    expect(readSibling(document, file)).toBe('BEGIN:VCALENDAR\n');
    expect(readSibling(document, 'calendars/none.yaml')).toBeUndefined();
    expect(readSibling(document, 'calendars/freeze.ics/none.yaml')).toBeUndefined();
  });

  it('is read where the folder of the document itself lies behind a link', () => {
    const { folder } = place();
    symlinkSync(folder, `${folder}-link`);
    expect(readSibling(join(`${folder}-link`, 'policy.yaml'), file)).toBe('BEGIN:VCALENDAR\n');
  });

  it.each(['outside', 'inside'])('is no link, even to a file %s of the folder', (where) => {
    const { folder, document, secret } = place();
    const target = where === 'outside' ? secret : join(folder, file);
    symlinkSync(target, join(folder, 'linked.yaml'));
    expect(() => readSibling(document, 'linked.yaml')).toThrow(
      `${join(folder, 'linked.yaml')}: is a symbolic link; put the file itself there`,
    );
  });

  it('lies behind no linked folder', () => {
    const { folder, document, secret } = place();
    renameSync(join(folder, 'calendars'), join(folder, 'old'));
    symlinkSync(join(secret, '..'), join(folder, 'calendars'));
    expect(() => readSibling(document, file)).toThrow(`${join(folder, 'calendars')}: is a symbolic link`);
  });

  it('is no pipe, which would never end, and no folder', () => {
    const { folder, document } = place();
    makePipe(join(folder, 'pipe.yaml'));
    expect(() => readSibling(document, 'pipe.yaml')).toThrow(`${join(folder, 'pipe.yaml')}: is not a regular file`);
    expect(() => readSibling(document, 'calendars')).toThrow(`${join(folder, 'calendars')}: is not a regular file`);
  });

  it('has at most 1 MiB', () => {
    const { folder, document } = place();
    writeFileSync(join(folder, file), 'x'.repeat(mostFileBytes));
    expect(readSibling(document, file)).toHaveLength(mostFileBytes);
    writeFileSync(join(folder, file), 'x'.repeat(mostFileBytes + 1));
    expect(() => readSibling(document, file)).toThrow(`${join(folder, file)}: has more than 1 MiB`);
  });
});
