import type { RetiringCall } from '../../core/model/model.ts';
import type { Announcement } from './announcement.ts';
import { type Called, operationName } from './operation-name.ts';

interface Answered {
  /** Whether the call succeeded. */
  readonly ok: boolean;
  readonly retiring?: Announcement;
}

/** Notes what answers announce about the end of their operations, with their numbers. */
export const retiringNotes = () => {
  const noted = new Map<string, { readonly answer: number; readonly call: RetiringCall }>();
  let answers = 0;
  const since = (from: number) =>
    [...noted.values()]
      .flatMap(({ answer, call }) => (answer > from ? [call] : []))
      .sort((a, b) => (a.operation < b.operation ? -1 : 1));
  return {
    note: (call: Called, { ok, retiring }: Answered): void => {
      const operation = operationName(call);
      answers += 1;
      if (retiring !== undefined) noted.set(operation, { answer: answers, call: { operation, ...retiring } });
      // A refusal may come from a gateway, which announces nothing.
      else if (ok) noted.delete(operation);
    },
    watch: () => {
      const from = answers;
      return () => since(from);
    },
  };
};
