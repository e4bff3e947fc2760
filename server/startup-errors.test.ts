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

test('a port that is taken and an address that is another machine’s name their settings', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as AddressInfo;
  const taken = await failureOf(port, '127.0.0.1');
  other.close();
  expect(sentence(namingListeningSetting(taken))).toBe(
    `The setting PORT is not right: another program listens on port ${port}.`,
  );
  expect(sentence(namingListeningSetting(await failureOf(0, '203.0.113.9')))).toBe(
    'The setting HOST is not right: this machine has no address 203.0.113.9.',
  );
});

test('a database, a user or a machine that is not there names the setting of the database', async () => {
  const database = await createTestDatabase();
  try {
    const withOther = (change: (url: URL) => void): string => {
      const url = new URL(database.servingUrl);
      change(url);
      return url.href;
    };
    const reported = async (connectionString: string): Promise<string> => {
      const failure = await new pg.Client({ connectionString }).connect().then(
        () => new Error('It connects.'),
        (error: unknown) => error,
      );
      return sentence(namingSetting(failure, 'DATABASE_URL'));
    };
    const begin = 'The setting DATABASE_URL is not right: ';
    expect(
      await reported(
        withOther((url) => {
          url.pathname = '/nope';
        }),
      ),
    ).toBe(`${begin}PostgreSQL has no such database (database "nope" does not exist).`);
    expect(
      await reported(
        withOther((url) => {
          url.username = 'nobody';
          url.password = 'a-secret-word';
        }),
      ),
    ).toMatch(
      /^The setting DATABASE_URL is not right: PostgreSQL does not let its user in \((?!.*a-secret-word).+\)\.$/,
    );
    expect(
      await reported(
        withOther((url) => {
          url.hostname = 'nowhere.invalid';
        }),
      ),
    ).toMatch(/no machine has the name nowhere\.invalid\.$/);
    expect(
      await reported(
        withOther((url) => {
          url.port = '1';
        }),
      ),
    ).toBe(`${begin}nobody answers at 127.0.0.1, port 1.`);
  } finally {
    await database.drop();
  }
});

test('what no setting is to blame for stays what it is', () => {
  const error = new Error('The disk is on fire.');
  expect(namingSetting(error, 'DATABASE_URL')).toBe(error);
});
