import type { Profile } from './core/model/model.ts';
import { policyJsonSchema as schemaOf } from './documents/policy-json-schema.ts';

/** The library of the package: what other programs may import. Its types need no other package. */
export { version } from './contract/version.ts';
export type { Policy } from './core/model/policy-document.ts';
export type { PlanJson } from './core/plan/plan-json.ts';
export { checkPolicy, type PolicyCheck } from './documents/policy-check.ts';
export type { Profile };

/** The policy document as JSON Schema (draft-07), as `headroom validate --schema` prints it. */
export const policyJsonSchema: (profile?: Profile) => Readonly<Record<string, unknown>> = (profile) => ({
  ...schemaOf(profile),
});
