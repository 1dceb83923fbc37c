import type { HeldMaximum } from '../model/model.ts';
import type { FoundAt } from './change.ts';

/** What an endpoint holds, where its number is not one of additional storage: the whole disk, or nothing that is read. */
const heldText = ({ kind, gb }: HeldMaximum, unit: string): string => {
  if (gb === null) return 'unknown';
  return kind === 'total' ? `${gb}${unit} in all` : `${gb}${unit}`;
};

/** What there is before a change, in GB, for people: `200`, `280 in all`, `unknown`. */
export const fromText = ({ fromGb, held }: FoundAt): string => (held === undefined ? `${fromGb}` : heldText(held, ''));

/** The same of an endpoint in the audit; 0 stands there also where a total could not be counted otherwise. */
export const endpointText = (state: { readonly maximum: HeldMaximum; readonly maxAdditionalGb: number }): string => {
  const { maximum, maxAdditionalGb } = state;
  const isCounted = maxAdditionalGb > 0 || (maximum.kind === 'additional' && maximum.gb !== null);
  return isCounted ? `${maxAdditionalGb} GB` : heldText(maximum, ' GB');
};
