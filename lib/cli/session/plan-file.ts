import * as z from 'zod';
import { canonicalJson } from '../../core/model/plain-data.ts';
import { visibleJson } from '../../core/model/visible-text.ts';
import { digestText } from '../../core/plan/order.ts';
import { readNamed } from '../../documents/files/named.ts';
import type { ProposedPlan } from '../../run/store/run-objects.ts';
import { proposedChange } from '../../run/store/schemas/parts.ts';
import { sha256 } from '../../run/store/sha256.ts';
import { UsageError } from '../shell/usage-error.ts';

/** Scope and time of a plan. */
interface PlanOrigin {
  readonly organization: string;
  /** Address of the platform, in the canonical form of `addressed` in connection.ts. */
  readonly baseUrl: string;
  /** ISO 8601, UTC: the time of the facts behind the plan. Its age counts from here. */
  readonly proposedAt: string;
}

/**
 * Hash of the content of a plan file, which detects edits. It is not a signature, and anyone can compute it. A forged
 * file has no effect, because its changes must match the approved digest and the changes that are needed.
 */
const sealOf = (content: object): string => sha256(canonicalJson(content));

/** The JSON of a plan as a file for `apply --plan`, on any machine. */
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
  /** The parts that reach the platform. The remaining members are for readers. */
  changes: z.array(proposedChange),
  /** The changes of it that wait for an approval. */
  proposal: z.object({ digest: z.string().min(1) }).nullish(),
  /** The run that the plan undoes. */
  undo: z.string().min(1).optional(),
  /** The part of that run. */
  undoPart: z.object({ projects: z.array(z.string()).optional(), services: z.array(z.string()).optional() }).optional(),
});

const sealed = z.looseObject({ seal: z.string() });

/** A plan in a file, with the run it undoes, if any. */
type PlanInFile = z.infer<typeof planFile> & ProposedPlan;

const remedy = 'create it again with headroom plan --out FILE';

const parsed = (file: string, text: string): PlanInFile => {
  try {
    const document: unknown = JSON.parse(text);
    const { seal, ...content } = sealed.parse(document);
    if (seal !== sealOf(content)) throw new UsageError(`${file}: was edited after it was written; ${remedy}`);
    return planFile.parse(content);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${file}: is not a plan of this version of headroom; ${remedy}`);
  }
};

const assertFor = (file: string, plan: PlanInFile, here: Omit<PlanOrigin, 'proposedAt'>): void => {
  if (plan.organization === here.organization && plan.baseUrl === here.baseUrl) return;
  const originOf = ({ organization, baseUrl }: typeof here) => `of organization ${organization} at ${baseUrl}`;
  throw new UsageError(`${file}: is a plan ${originOf(plan)}; this command uses the plan ${originOf(here)}`);
};

/**
 * Reads a plan that `headroom plan --out` wrote. Its changes are only compared with the needed ones, never written.
 * @throws Error if the file cannot be read; UsageError if it was edited, does not match its digest, or belongs to another
 * organization or platform
 */
export const readPlanFile = async (file: string, here: Omit<PlanOrigin, 'proposedAt'>): Promise<PlanInFile> => {
  const plan = parsed(file, await readNamed(file, { use: 'a plan of headroom plan --out', mostMib: 256 }));
  if (sha256(digestText(plan.changes)) !== plan.digest) {
    throw new UsageError(`${file}: its changes do not match its digest; ${remedy}`);
  }
  assertFor(file, plan, here);
  return plan;
};
