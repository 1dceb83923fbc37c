import * as z from 'zod';
import { changeKinds } from '../../../core/change/change.ts';

/** Kinds of changes in stored objects and files. */
export const changeKind = z.enum(changeKinds);
