import { contentOf } from '../../../lib/run/store/content.ts';
import { keyOfSection } from '../../../lib/run/store/keys.ts';
import { isLog, recordsIn } from '../../../lib/run/store/logs.ts';
import { isSection, recordAt } from '../../../lib/run/store/records.ts';
import { inSections } from '../../../lib/run/store/schemas/memory.ts';

/** Why a section of an object cannot be read. */
const problemOfSections = (object: string, body: string, members: readonly string[]): string | undefined => {
  if (recordAt(object).schema !== inSections) return undefined;
  for (const section of members.filter(isSection)) {
    const content = contentOf(keyOfSection(object, section), body);
    if ('problem' in content) return `${section}: ${content.problem}`;
  }
  return undefined;
};

/** Why an object, one of its sections or one record of a log cannot be read; undefined if all of it can. */
export const problemIn = (key: string, body: string): string | undefined => {
  if (isLog(key)) {
    const bad = recordsIn(body).flatMap((record) => {
      const content = contentOf(key, record.body);
      return 'problem' in content ? [`record ${record.number}: ${content.problem}`] : [];
    });
    return bad[0];
  }
  const content = contentOf<Readonly<Record<string, unknown>>>(key, body);
  return 'problem' in content ? content.problem : problemOfSections(key, body, Object.keys(content.value));
};
