import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { changeKind } from '../contract/change-kind.ts';
import { digestText } from '../core/plan-order.ts';
import type { OptionValue } from '../core/search-configuration.ts';
import type { Proposal } from '../run/approvals.ts';
import { sha256 } from '../run/sha256.ts';
import { UsageError } from './usage-error.ts';

const gb = z.number().int().nonnegative();
const option = z.custom<OptionValue>((value) => value !== undefined);

/** What of a change in a plan file is written to the platform; what else stands there is for people. */
const change = z.object({
  phase: z.enum(['release', 'grant']),
  kind: changeKind,
  project: z.string(),
  service: z.string(),
  fromGb: gb,
  toGb: gb,
  endpointName: z.string(),
  endpointId: z.string().nullable(),
  integrationId: z.string().nullable(),
  maximum: z.object({ kind: z.enum(['additional', 'total']), gb }).nullable(),
  members: z.array(z.object({ path: z.string(), from: option, to: option })).optional(),
});

const planFile = z.object({
  digest: z.string().min(1),
  proposedAt: z.iso.datetime(),
  projects: z.array(z.string()).min(1).nullable(),
  changes: z.array(change),
  /** The run that the plan undoes. */
  undo: z.string().min(1).optional(),
});

/** A plan in a file, and the run that it undoes where it does. */
export type PlanInFile = Omit<z.infer<typeof planFile>, 'changes'> & Proposal;

const parsed = (file: string, text: string): PlanInFile => {
  try {
    return planFile.parse(JSON.parse(text));
  } catch {
    throw new UsageError(`${file}: is not a plan; make one with headroom plan --out FILE`);
  }
};

/**
 * Reads a plan that `headroom plan --out` has written. What is in it is only compared with what is needed, never written.
 * @throws UsageError when there is none, or when its changes are not those that its digest names
 */
export const readPlanFile = async (file: string): Promise<PlanInFile> => {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${file}: cannot be read (${error.code ?? error.message})`);
  });
  const plan = parsed(file, text);
  if (sha256(digestText(plan.changes)) === plan.digest) return plan;
  throw new UsageError(
    `${file}: its changes are not those of its digest, so somebody has edited it; make it anew with headroom plan --out FILE`,
  );
};
