import type { AnswerText, Listing } from '../../ports.ts';

/** A list of a project, read at once unless its caller takes the answer unread. */
export const listing =
  <R, T>(
    receive: (project: string) => Promise<AnswerText<R>>,
    toModel: (records: R, project: string) => T | Promise<T>,
  ): Listing<T> =>
  async (project, unread) => {
    const { digest, read } = await receive(project);
    const answer = { digest, read: async () => toModel(await read(), project) };
    return unread === undefined ? answer.read() : unread(answer);
  };
