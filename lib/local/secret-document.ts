import * as z from 'zod';
import { StoreConflict } from '../contract/errors.ts';
import { secretValue } from '../contract/secret.ts';
import { type SecretValue, stages } from '../core/token/rotation.ts';

/** The secret as a document, with the state changes of Secrets Manager (design §11). */

const moment = z.iso.datetime();

export const secretDocument = z.strictObject({
  /** Identifies this secret for its whole lifetime. */
  id: z.string().min(1),
  versions: z.array(
    z.strictObject({
      id: z.string().min(1),
      stages: z.array(z.string()),
      storedAt: moment,
      /** Null in a version of an unfinished rotation. */
      value: secretValue.nullable(),
    }),
  ),
  /** Versions with tokens to revoke, and the time of their replacement. */
  replaced: z.array(z.strictObject({ versionId: z.string().min(1), since: moment })),
});

export type SecretDocument = z.output<typeof secretDocument>;
type DocumentVersion = SecretDocument['versions'][number];

/** Drops versions without a stage, except those with a token to revoke. */
const withoutDropped = (document: SecretDocument): SecretDocument => ({
  ...document,
  versions: document.versions.filter(
    ({ id, stages: versionStages }) =>
      versionStages.length > 0 || document.replaced.some(({ versionId }) => versionId === id),
  ),
});

const holderOf = (document: SecretDocument, stage: string) =>
  document.versions.find((version) => version.stages.includes(stage));

/** Assigns a stage to one version, or to none. The version that loses `AWSCURRENT` becomes `AWSPREVIOUS`. */
const assignStage = (document: SecretDocument, stage: string, to: string | undefined): SecretDocument => {
  const versions = document.versions.map((version) => {
    const others = version.stages.filter((other) => other !== stage);
    return { ...version, stages: version.id === to ? [...others, stage] : others };
  });
  const before = holderOf(document, stage);
  const assigned = { ...document, versions };
  const replaces = stage === stages.current && to !== undefined && before !== undefined && before.id !== to;
  return replaces ? assignStage(assigned, stages.previous, before.id) : assigned;
};

const sameValue = (a: SecretValue, b: SecretValue): boolean =>
  a.token === b.token && a.prefix === b.prefix && a.applicationUser === b.applicationUser;

/** Stores a value with one stage; null starts a rotation. @throws StoreConflict if the version has another value */
export const withVersion = (
  document: SecretDocument,
  added: Pick<DocumentVersion, 'id' | 'value' | 'storedAt'>,
  stage: string,
): SecretDocument => {
  const existing = document.versions.find(({ id }) => id === added.id);
  if (existing?.value && added.value && sameValue(existing.value, added.value)) return document;
  if (existing?.value) throw new StoreConflict(`version ${added.id} of the secret already has another value`);
  const version = { ...added, stages: existing?.stages ?? [] };
  const others = document.versions.filter(({ id }) => id !== added.id);
  return withoutDropped(assignStage({ ...document, versions: [...others, version] }, stage, added.id));
};

/** @throws StoreConflict if the stage is at an unexpected version, or the target version does not exist */
export const withStageMoved = (
  document: SecretDocument,
  stage: string,
  { from, to }: { readonly from?: string; readonly to?: string },
): SecretDocument => {
  const holder = holderOf(document, stage)?.id;
  const exists = to === undefined || document.versions.some(({ id }) => id === to);
  const isExpected = holder === from || (from === undefined && holder === to);
  if (!exists || !isExpected) throw new StoreConflict(`${stage} of the secret is at an unexpected version`);
  return withoutDropped(assignStage(document, stage, to));
};

/** Records the replacement of a version; the first time counts. */
export const withReplaced = (document: SecretDocument, versionId: string, since: string): SecretDocument =>
  document.replaced.some((entry) => entry.versionId === versionId)
    ? document
    : { ...document, replaced: [...document.replaced, { versionId, since }] };

/** Removes the record: the token of the version is revoked, or still in use. */
export const withoutReplaced = (document: SecretDocument, versionId: string): SecretDocument =>
  withoutDropped({ ...document, replaced: document.replaced.filter((entry) => entry.versionId !== versionId) });
