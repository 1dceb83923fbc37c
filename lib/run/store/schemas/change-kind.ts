import * as z from 'zod';
import { changeKinds } from '../../../core/change/change.ts';

/** Kinds of changes as they stand in what is stored and in files. */
export const changeKind = z.enum(changeKinds);
