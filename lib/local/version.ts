import { readFileSync } from 'node:fs';

/** Version of this package. */
export const version: string = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version;
