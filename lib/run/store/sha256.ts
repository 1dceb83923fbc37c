import { createHash } from 'node:crypto';

/** Hexadecimal digest that identifies plans and links audit files. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
