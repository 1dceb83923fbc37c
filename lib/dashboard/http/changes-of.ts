import { dayMs, isoInstant } from '../../core/model/durations.ts';
import type { ServiceName } from '../../core/model/grouping.ts';
import type { MoneyOfDay } from '../../core/status/money-of-day.ts';
import type { Store } from '../../ports.ts';
import { readGrants } from '../../run/policy/grants.ts';
import { datedVersions, policyDigest } from '../../run/policy/versions.ts';
import { readFindingLog } from '../../run/publish/notices.ts';
import { inBatches } from '../../run/store/in-batches.ts';
import { keys } from '../../run/store/keys.ts';
import { readIfWhole } from '../../run/store/objects.ts';
import type { PolicyVersion } from '../../run/store/schemas/memory.ts';
import { changesOf } from '../facts/marks.ts';
import type { ServiceRow } from '../facts/service-rows.ts';
import type { GrowthPicture } from '../pictures/growth.ts';
import { growthOf } from './growth-of.ts';

/** Objects whose keys begin with a time, from one on. */
const readFrom = async <T>(store: Store, prefix: string, from: string): Promise<T[]> => {
  const listed = (await store.list(prefix)).filter((key) => key >= from);
  return (await inBatches(listed, (key) => readIfWhole<T>(store, key))).flatMap((object) => object ?? []);
};

/** The growth of one service with what changed in the days shown, from what the store knows. @throws StoreUnavailable */
export const pictureOf = async (
  store: Store,
  row: Pick<ServiceRow, 'project' | 'service' | 'maximumGb' | 'share'>,
  wanted: Parameters<typeof growthOf>[2],
): Promise<GrowthPicture> => {
  const { today, days, found } = wanted;
  const growth = await growthOf(store, row, wanted);
  const { used, provisioned } = growth;
  const first = days === null ? Math.min(used[0]?.day ?? today, provisioned[0]?.day ?? today) : today - days;
  const since = isoInstant(first * dayMs);
  const policy = await store.get(keys.policy);
  const versions = await readFrom<PolicyVersion>(store, keys.policyVersions, keys.policyVersion(since, ''));
  const isIt = ({ project, service }: ServiceName) => project === row.project && service === row.service;
  const sources = {
    ...{ records: found.records, provisioned, budget: row.share?.budget },
    versions: datedVersions(versions.reverse(), policy === undefined ? null : policyDigest(policy.body)),
    moneyOfDays: await readFrom<MoneyOfDay>(store, keys.moneyOfDays, keys.moneyOfDay(since.slice(0, 10))),
    grants: (await readGrants(store)).filter(isIt),
    open: (await readFindingLog(store)).open.filter(isIt),
  };
  return { ...growth, marks: changesOf(sources, first) };
};
