import { endpointText } from '../change/maximum-text.ts';
import { optionValueText } from '../model/search-configuration.ts';
import { wholeGb } from '../model/sizes.ts';
import type { AuditedState } from './audit.ts';

/** A state before or after a write. */
export const auditedText = (state: AuditedState): string => {
  switch (state?.kind) {
    case undefined:
      return 'none';
    case 'endpoint':
      return endpointText(state);
    case 'integration':
      return 'integrated';
    case 'manager':
      return state.by === 'headroom' ? 'managed by Headroom' : 'made by hand';
    case 'disk':
      return `disk of ${wholeGb(state.diskMb)} GB`;
    case 'search-configuration':
      return Object.entries(state.options)
        .map(([path, value]) => `${path}: ${optionValueText(value)}`)
        .join(', ');
  }
};
