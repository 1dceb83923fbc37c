import { createHash } from 'node:crypto';

/** The digest that names plans and links the files of the audit, as hexadecimal digits. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
