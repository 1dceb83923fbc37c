import { mockClient } from 'aws-sdk-client-mock';
import { onTestFinished } from 'vitest';

/**
 * Answers for every client of this class until the test ends, also for those that a command opens itself. Files of
 * tests share what is loaded, so a mock that stays would answer for the clients of another file.
 */
export const mockedClass: typeof mockClient = (client) => {
  const mock = mockClient(client);
  onTestFinished(() => void mock.restore());
  return mock;
};
