import * as z from 'zod';
import { StoreConflict } from '../contract/errors.ts';
import { secretValue } from '../contract/secret.ts';
import { type SecretValue, stages } from '../core/token/rotation.ts';

/** The secret as a document, and what happens to it: the same as in Secrets Manager (design §11). */

const moment = z.iso.datetime();

export const secretDocument = z.strictObject({
  /** Tells this secret from every other, as long as it lives. */
  id: z.string().min(1),
  versions: z.array(
    z.strictObject({
      id: z.string().min(1),
      stages: z.array(z.string()),
      storedAt: moment,
      /** Null in a version that a rotation has begun and not filled. */
      value: secretValue.nullable(),
    }),
  ),
  /** Versions whose tokens are to be revoked, and since when they are replaced. */
  replaced: z.array(z.strictObject({ versionId: z.string().min(1), since: moment })),
});

export type SecretDocument = z.output<typeof secretDocument>;
export type DocumentVersion = SecretDocument['versions'][number];

/** A version without a stage is forgotten, unless its token has still to be revoked. */
const remembered = (document: SecretDocument): SecretDocument => ({
  ...document,
  versions: document.versions.filter(
    ({ id, stages: own }) => own.length > 0 || document.replaced.some(({ versionId }) => versionId === id),
  ),
});

const holderOf = (document: SecretDocument, stage: string) =>
  document.versions.find((version) => version.stages.includes(stage));

/** Gives a stage to one version alone, or to none. Who loses `AWSCURRENT` to another becomes `AWSPREVIOUS`. */
const give = (document: SecretDocument, stage: string, to: string | undefined): SecretDocument => {
  const versions = document.versions.map((version) => {
    const others = version.stages.filter((own) => own !== stage);
    return { ...version, stages: version.id === to ? [...others, stage] : others };
  });
  const before = holderOf(document, stage);
  const given = { ...document, versions };
  const replaces = stage === stages.current && to !== undefined && before !== undefined && before.id !== to;
  return replaces ? give(given, stages.previous, before.id) : given;
};

const sameValue = (a: SecretValue, b: SecretValue): boolean =>
  a.token === b.token && a.prefix === b.prefix && a.applicationUser === b.applicationUser;

/** Stores a value with one stage; null begins a rotation. @throws StoreConflict when the version holds something else */
export const withVersion = (
  document: SecretDocument,
  added: Pick<DocumentVersion, 'id' | 'value' | 'storedAt'>,
  stage: string,
): SecretDocument => {
  const there = document.versions.find(({ id }) => id === added.id);
  if (there?.value && added.value && sameValue(there.value, added.value)) return document;
  if (there?.value) throw new StoreConflict(`version ${added.id} of the secret already holds something else`);
  const version = { ...added, stages: there?.stages ?? [] };
  const others = document.versions.filter(({ id }) => id !== added.id);
  return remembered(give({ ...document, versions: [...others, version] }, stage, added.id));
};

/** @throws StoreConflict when the stage is not where it was expected, or the version that is to bear it is not there */
export const withStageMoved = (
  document: SecretDocument,
  stage: string,
  { from, to }: { readonly from?: string; readonly to?: string },
): SecretDocument => {
  const holder = holderOf(document, stage)?.id;
  const isThere = to === undefined || document.versions.some(({ id }) => id === to);
  const isExpected = holder === from || (from === undefined && holder === to);
  if (!isThere || !isExpected) throw new StoreConflict(`${stage} of the secret is not where it was expected`);
  return remembered(give(document, stage, to));
};

/** Notes that a version was replaced; the first time counts. */
export const withReplaced = (document: SecretDocument, versionId: string, since: string): SecretDocument =>
  document.replaced.some((noted) => noted.versionId === versionId)
    ? document
    : { ...document, replaced: [...document.replaced, { versionId, since }] };

/** The token of the version is revoked, or turned out to be in use. */
export const withoutReplaced = (document: SecretDocument, versionId: string): SecretDocument =>
  remembered({ ...document, replaced: document.replaced.filter((noted) => noted.versionId !== versionId) });
