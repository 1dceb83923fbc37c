import { StoreConflict } from '../../contract/errors.ts';
import { versionAt } from '../../core/token/rotation.ts';
import type { SecretStore } from '../../ports.ts';

/**
 * Moves a stage of a secret. A move whose answer was lost is refused when it is repeated, because the stage is no longer where
 * it was: so after a conflict the secret itself says whether the move took place.
 * @throws StoreConflict if the stage is elsewhere
 */
export const moveStage = async (
  secretStore: SecretStore,
  stage: string,
  where: { readonly from?: string | undefined; readonly to?: string },
): Promise<void> => {
  try {
    await secretStore.move(stage, where);
  } catch (error) {
    if (!(error instanceof StoreConflict)) throw error;
    const at = versionAt((await secretStore.describe()).versions, stage)?.id;
    const isMoved = where.to === undefined ? at !== where.from : at === where.to;
    if (!isMoved) throw error;
  }
};
