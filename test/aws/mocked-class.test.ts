import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { STSClient } from '@aws-sdk/client-sts';
import { expect, it } from 'vitest';
import { mockedClass } from './mocked-class.ts';

const { send } = STSClient.prototype;

it('answers for the clients of a class', () => {
  mockedClass(STSClient);
  expect(STSClient.prototype.send).not.toBe(send);
});

it('answers no longer in the next test', () => {
  expect(STSClient.prototype.send).toBe(send);
});

it('is how every test mocks a class', () => {
  const folder = join(import.meta.dirname, '..');
  const mocking = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .filter((file) => /mockClient\([A-Z]/.test(readFileSync(join(folder, file), 'utf8')));
  expect(mocking).toEqual([]);
});
