import * as z from 'zod';
import type { ChangeKind } from '../../../core/model/change.ts';

/** Kinds of changes as they stand in what is stored and in files. */
export const changeKind = z.enum([
  'create-endpoint',
  'update-endpoint',
  'delete-endpoint',
  'create-integration',
  'delete-integration',
  'update-search-configuration',
] as const satisfies readonly ChangeKind[]);
