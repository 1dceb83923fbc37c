import { byText } from '../../core/model/grouping.ts';
import type { HeardCalls, RetiringCall } from '../../core/model/model.ts';
import type { Announcement } from './announcement.ts';
import { type Called, operationName } from './operation-name.ts';

interface Answered {
  /** Whether the call succeeded. */
  readonly ok: boolean;
  readonly retiring?: Announcement;
}

/** Notes what answers announce about the end of their operations, with their numbers. */
export const retiringNotes = () => {
  /** The last answer of each operation; without a call if it announced nothing. */
  const noted = new Map<string, { readonly answer: number; readonly call: RetiringCall | undefined }>();
  let answers = 0;
  const since = (from: number): HeardCalls => {
    const heard = [...noted].filter(([, { answer }]) => answer > from).sort(([a], [b]) => byText(a, b));
    return {
      retiring: heard.flatMap(([, { call }]) => call ?? []),
      lasting: heard.flatMap(([operation, { call }]) => (call === undefined ? [operation] : [])),
    };
  };
  return {
    note: (call: Called, { ok, retiring }: Answered): void => {
      const operation = operationName(call);
      answers += 1;
      // A refusal may come from a gateway, which announces nothing.
      if (retiring === undefined && !ok) return;
      noted.set(operation, { answer: answers, call: retiring && { operation, ...retiring } });
    },
    watch: () => {
      const from = answers;
      return () => since(from);
    },
  };
};
