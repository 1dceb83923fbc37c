import type { HeldMaximum, Maximum } from './model.ts';
import type { OptionChange } from './search-configuration.ts';

/** Lowers, disables and surplus come first (`release`), then raises and enables (`grant`). */
export type Phase = 'release' | 'grant';

export type ChangeKind =
  | 'create-endpoint'
  | 'update-endpoint'
  | 'delete-endpoint'
  | 'create-integration'
  | 'delete-integration'
  | 'update-search-configuration';

/** One difference between desired and actual, small enough to be one write to the platform. */
export interface Change {
  readonly phase: Phase;
  readonly kind: ChangeKind;
  readonly project: string;
  /** Empty for the endpoint of a service that is gone. */
  readonly service: string;
  /** 0 also where it is not known what the endpoint's number comes to; then `held` says what it is. */
  readonly fromGb: number;
  readonly toGb: number;
  /** What the endpoint holds, where no additional storage can be made of it; absent where it can. */
  readonly held?: HeldMaximum;
  readonly rule: string;
  readonly reason: string;
  readonly endpointName: string;
  /** Id of the endpoint concerned; null while it is still to be created. */
  readonly endpointId: string | null;
  /** Id of the integration to delete; null for every other kind. */
  readonly integrationId: string | null;
  /** `toGb` as the endpoint is to hold it; null for kinds that write no maximum. */
  readonly maximum: Maximum | null;
  /** Name of the budget whose money it takes or frees; absent when the service has none. */
  readonly budget?: string;
  /** Options that a change of the search configuration sets; absent for every other kind. */
  readonly members?: readonly OptionChange[];
}

/** How carrying out one change ended: `confirmed` means that reading back showed it. */
export type ChangeStatus = 'confirmed' | 'unconfirmed' | 'failed' | 'skipped';

export interface ChangeResult extends Change {
  readonly status: ChangeStatus;
  readonly error?: string;
  /** Skipped because of the mode or a freeze; absent otherwise. */
  readonly restrained?: true;
}
