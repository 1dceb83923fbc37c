/** What one may ask. It imports nothing: the command line reads it for every command. */
export const accessQuestions = ['write', 'approve', 'read-token'] as const;

export type AccessQuestion = (typeof accessQuestions)[number];

/** What one does, in the sentence that answers. */
export const deeds: Readonly<Record<AccessQuestion, string>> = {
  write: 'write the store',
  approve: 'approve plans',
  'read-token': 'read the token',
};
