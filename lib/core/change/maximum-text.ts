import type { HeldMaximum } from '../model/model.ts';
import type { FoundAt } from './change.ts';

/** Display text of a maximum that is not additional storage: the whole disk, or unknown. */
const heldText = ({ kind, gb }: HeldMaximum, unit: string): string => {
  if (gb === null) return 'unknown';
  return kind === 'total' ? `${gb}${unit} in all` : `${gb}${unit}`;
};

/** Display text of the maximum before a change, in GB: `200`, `280 in all`, `unknown`. */
export const fromText = ({ fromGb, held }: FoundAt): string => (held === undefined ? `${fromGb}` : heldText(held, ''));

/** Display text of an endpoint in the audit, where `maxAdditionalGb` is also 0 if a total could not be converted. */
export const endpointText = (state: { readonly maximum: HeldMaximum; readonly maxAdditionalGb: number }): string => {
  const { maximum, maxAdditionalGb } = state;
  const isCounted = maxAdditionalGb > 0 || (maximum.kind === 'additional' && maximum.gb !== null);
  return isCounted ? `${maxAdditionalGb} GB` : heldText(maximum, ' GB');
};
