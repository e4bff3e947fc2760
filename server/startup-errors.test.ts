import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { expect, test } from 'vitest';
import { createTestDatabase } from '#tests/support/database.ts';
import { namingListeningSetting, namingSetting } from './startup-errors.ts';

const sentence = (error: unknown): string => (error as Error).message;

async function failureOf(port: number, host: string): Promise<unknown> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.once('error', resolve);
    server.listen(port, host, () => server.close(() => reject(new Error('It listens.'))));
  });
}

test('an error about a port in use mentions PORT, and one about an unavailable address mentions HOST', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as AddressInfo;
  const taken = await failureOf(port, '127.0.0.1');
  other.close();
  expect(sentence(namingListeningSetting(taken))).toBe(
    `The setting PORT is wrong: another program is listening on port ${port}.`,
  );
  expect(sentence(namingListeningSetting(await failureOf(0, '203.0.113.9')))).toBe(
    'The setting HOST is wrong: this machine has no address 203.0.113.9.',
  );
});

test('the error about a missing database, user, host or port names the database setting', async () => {
  const database = await createTestDatabase();
  try {
    const withOther = (change: Partial<URL>): string => Object.assign(new URL(database.servingUrl), change).href;
    const reported = async (connectionString: string): Promise<string> => {
      const failure = await new pg.Client({ connectionString }).connect().then(
        () => new Error('It connects.'),
        (error: unknown) => error,
      );
      return sentence(namingSetting(failure, 'DATABASE_URL'));
    };
    const begin = 'The setting DATABASE_URL is wrong: ';
    expect(await reported(withOther({ pathname: '/nope' }))).toBe(
      `${begin}PostgreSQL has no such database (database "nope" does not exist).`,
    );
    expect(await reported(withOther({ username: 'nobody', password: 'a-secret-word' }))).toMatch(
      /^The setting DATABASE_URL is wrong: PostgreSQL does not let its user in \((?!.*a-secret-word).+\)\.$/,
    );
    const unknownHost = await reported(withOther({ hostname: 'nowhere.invalid' }));
    expect(unknownHost).toMatch(/no machine has the name nowhere\.invalid\.$/);
    expect(await reported(withOther({ port: '1' }))).toBe(`${begin}nothing answers at 127.0.0.1, port 1.`);
  } finally {
    await database.drop();
  }
});

test('an error that is unrelated to settings is left unchanged', () => {
  const error = new Error('The disk is on fire.');
  expect(namingSetting(error, 'DATABASE_URL')).toBe(error);
});
