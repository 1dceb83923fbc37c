import { join } from 'node:path';
import { temporaryDirectory } from '../../temporary-directory.ts';

export const exportFile = (): string => join(temporaryDirectory(), 'headroom.jsonl.gz');
