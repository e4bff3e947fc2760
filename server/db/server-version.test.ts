import type pg from 'pg';
import { expect, test } from 'vitest';
import { refuseOldServer } from './server-version.ts';

const serverOf = (number: number, version: string) =>
  ({ query: async () => ({ rows: [{ number, version }] }) }) as unknown as Pick<pg.Client, 'query'>;

test('an older PostgreSQL is refused with a sentence that names its version and the setting', async () => {
  await expect(refuseOldServer(serverOf(150_014, '15.14 (Debian 15.14-0+deb12u1)'))).rejects.toThrow(
    'The setting DATABASE_OWNER_URL is not right: PostgreSQL 18 or newer is needed, and it is 15.14 (Debian 15.14-0+deb12u1) there.',
  );
  await expect(refuseOldServer(serverOf(180_000, '18.0'))).resolves.toBeUndefined();
});
