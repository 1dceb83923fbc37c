import { StoreConflict } from '../../contract/errors.ts';
import { matchesKey } from '../../contract/store-keys.ts';
import type { LogRecord, ObjectStore, Store } from '../../ports.ts';
import { inBatches } from './in-batches.ts';

/** Whether a key belongs to a log. Keys encode all names, so no other key ends like this. */
export const isLog = (key: string): boolean => matchesKey(['runs/*.log'], key);

const lineForm = /^\{"number":(0|[1-9]\d{0,8}),(?:"by":"([^"]*)",)?"record":(\{.*\})\}$/;

/** A record with its writer, who tells records of the same number apart. */
export interface WrittenRecord extends LogRecord {
  readonly by: string;
}

/** The line of a record. @throws Error for a record of several lines, of which a reader might see a part */
export const lineOf = ({ number, body, by }: LogRecord & Partial<Pick<WrittenRecord, 'by'>>): string => {
  const json = body.trim();
  if (/[\r\n]/.test(json)) throw new Error(`record ${number} of a log has several lines`);
  return `{"number":${number},${by === undefined ? '' : `"by":"${by}",`}"record":${json}}`;
};

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** The record of a line; undefined for a line that was not written to its end: no beginning of a line is a line. */
const recordOf = (line: string): WrittenRecord | undefined => {
  const [, number, by = '', json = ''] = lineForm.exec(line) ?? [];
  return number !== undefined && isJson(json) ? { number: Number(number), by, body: `${json}\n` } : undefined;
};

/** A line between two records, or after the last one, that is no record. */
interface Unreadable {
  readonly line: string;
  /** Whether a line break ends it. */
  readonly isWhole: boolean;
}

const unreadableOf = (line: string, isWhole: boolean): Unreadable | undefined =>
  line.replaceAll('\0', '').trim() === '' ? undefined : { line, isWhole };

/**
 * The records in the text of a log. Of lines with the same number the first one counts. What a writer that died left of a line
 * is no record, and the next writer gave its number again. Where no writer did, and the line has its end, it was a record once and
 * was damaged since: its line then stands for it, which no schema accepts.
 */
export const recordsIn = (text: string): WrittenRecord[] => {
  const records: WrittenRecord[] = [];
  let unreadable: Unreadable | undefined;
  const next = () => (records.at(-1)?.number ?? -1) + 1;
  const lines = text.split('\n');
  for (const [index, line] of lines.entries()) {
    const record = recordOf(line);
    if (record === undefined) {
      unreadable ??= unreadableOf(line, index < lines.length - 1);
      continue;
    }
    if (record.number < next()) continue;
    if (record.number > next() && unreadable !== undefined)
      records.push({ number: next(), by: '', body: unreadable.line });
    unreadable = undefined;
    records.push(record);
  }
  if (unreadable?.isWhole) records.push({ number: next(), by: '', body: unreadable.line });
  return records;
};

/** The text of a log with these records, the same in every store. */
export const logText = (records: readonly LogRecord[]): string =>
  records.map((record) => `${isJson(record.body) ? lineOf({ ...record, by: undefined }) : record.body}\n`).join('');

const objectOf = /^(runs\/.*\.log)\/\d+$/;

/** Lets objects have logs: each record is an object of its own, whose creation decides between two writers. */
export const withLogs = (objects: ObjectStore): Store => {
  const keyOf = (log: string, number: number): string => `${log}/${String(number).padStart(6, '0')}`;

  const keysFrom = async (log: string, from: number): Promise<string[]> => {
    // Who reads on mostly finds no record, and S3 charges a listing like twelve reads.
    if (from > 0 && (await objects.get(keyOf(log, from))) === undefined) return [];
    return (await objects.list(`${log}/`)).filter((key) => key >= keyOf(log, from));
  };

  const readLog: Store['readLog'] = async (log, from = 0) => {
    const records = await inBatches(await keysFrom(log, from), async (key) => {
      const stored = await objects.get(key);
      return stored && { number: Number(key.slice(log.length + 1)), body: stored.body };
    });
    return records.filter((record) => record !== undefined);
  };

  const removeLog = async (log: string): Promise<void> => {
    await inBatches(await objects.list(`${log}/`), (key) => objects.delete(key));
  };

  return {
    readLog,
    append: (log, { number, body }) => objects.put(keyOf(log, number), body, { ifAbsent: true }),
    get: async (key) => {
      if (!isLog(key)) return objects.get(key);
      const records = await readLog(key);
      const version = String(records.at(-1)?.number);
      return records.length === 0 ? undefined : { body: logText(records), version };
    },
    put: async (key, body, condition) => {
      if (!isLog(key)) return objects.put(key, body, condition);
      if (condition !== undefined) throw new StoreConflict(`${key} is a log, which is only appended to`);
      await removeLog(key);
      await inBatches(recordsIn(body), (record) => objects.put(keyOf(key, record.number), record.body));
    },
    list: async (prefix) => [...new Set((await objects.list(prefix)).map((key) => objectOf.exec(key)?.[1] ?? key))],
    delete: (key) => (isLog(key) ? removeLog(key) : objects.delete(key)),
  };
};
