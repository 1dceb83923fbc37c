import { expect } from 'vitest';
import { PolicyInvalid } from '../../lib/contract/errors.ts';
import { parsePolicy } from '../../lib/documents/documents.ts';

/** Error lines of a document; none when it is valid. */
export const errorsOf = (text: string): string[] => {
  try {
    parsePolicy(text, 'p.yaml');
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(PolicyInvalid);
    return error instanceof Error ? error.message.split('\n') : [];
  }
};
