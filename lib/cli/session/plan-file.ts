import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { canonicalJson } from '../../core/model/canonical-json.ts';
import { visibleJson } from '../../core/model/visible-text.ts';
import { digestText } from '../../core/plan/order.ts';
import type { Proposal } from '../../run/store/run-objects.ts';
import { proposedChange } from '../../run/store/schemas/parts.ts';
import { sha256 } from '../../run/store/sha256.ts';
import { UsageError } from '../shell/usage-error.ts';

/** Where and when a plan was made. */
export interface PlanOrigin {
  readonly organization: string;
  /** Address of the platform, in the one form that `addressed` in connection.ts gives it. */
  readonly baseUrl: string;
  /** ISO 8601, UTC: the moment of what the plan was made from, from which its age counts. */
  readonly proposedAt: string;
}

/**
 * Seals the content of a plan file, so that no part of it can be edited unseen. Anybody can compute the seal: what keeps
 * a forged file from being applied is that its changes must be those of the digest that a person approves, and those
 * that are needed.
 */
const sealOf = (content: object): string => sha256(canonicalJson(content));

/** A plan, as the command line prints it in JSON, in the form in which `apply --plan` reads it, on any machine. */
export const planFileText = (document: object, origin: PlanOrigin): string => {
  const content = JSON.parse(JSON.stringify({ ...document, ...origin }));
  return `${visibleJson({ ...content, seal: sealOf(content) }, 2)}\n`;
};

const planFile = z.object({
  digest: z.string().min(1),
  proposedAt: z.iso.datetime(),
  organization: z.string().min(1),
  baseUrl: z.string().min(1),
  projects: z.array(z.string()).min(1).nullable(),
  /** What of them is written to the platform; what else stands there is for people. */
  changes: z.array(proposedChange),
  /** The run that the plan undoes. */
  undo: z.string().min(1).optional(),
  /** The part of that run. */
  undoPart: z.object({ projects: z.array(z.string()).optional(), services: z.array(z.string()).optional() }).optional(),
});

const sealed = z.looseObject({ seal: z.string() });

/** A plan in a file, and the run that it undoes where it does. */
export type PlanInFile = z.infer<typeof planFile> & Proposal;

const anew = 'make it anew with headroom plan --out FILE';

const parsed = (file: string, text: string): PlanInFile => {
  try {
    const document: unknown = JSON.parse(text);
    const { seal, ...content } = sealed.parse(document);
    if (seal !== sealOf(content)) throw new UsageError(`${file}: was edited after it was made; ${anew}`);
    return planFile.parse(content);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${file}: is not a plan of this version of headroom; ${anew}`);
  }
};

const assertFor = (file: string, plan: PlanInFile, here: Omit<PlanOrigin, 'proposedAt'>): void => {
  if (plan.organization === here.organization && plan.baseUrl === here.baseUrl) return;
  const placeOf = ({ organization, baseUrl }: typeof here) => `of organization ${organization} at ${baseUrl}`;
  throw new UsageError(`${file}: is a plan ${placeOf(plan)}; this command works on that ${placeOf(here)}`);
};

/**
 * Reads a plan that `headroom plan --out` has written. What is in it is only compared with what is needed, never written.
 * @throws UsageError when there is none, when it was edited or its changes are not those that its digest names, or when
 * it was made for another organization or platform
 */
export const readPlanFile = async (file: string, here: Omit<PlanOrigin, 'proposedAt'>): Promise<PlanInFile> => {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${file}: cannot be read (${error.code ?? error.message})`);
  });
  const plan = parsed(file, text);
  if (sha256(digestText(plan.changes)) !== plan.digest) {
    throw new UsageError(`${file}: its changes are not those of its digest; ${anew}`);
  }
  assertFor(file, plan, here);
  return plan;
};
