import { expect, test } from 'vitest';
import { asSuperuser } from '#tests/support/as-superuser.ts';
import { testApp } from '#tests/support/test-app.ts';
import { gateChecks } from './gate-checks.ts';
import { checkGate } from './rows.ts';

const server = testApp();

/** Each function of the gate, asked alone: for the wrong user, board or secret, too late, used, suspended and disabled it knows nothing. */
test.each(Object.entries(gateChecks))('gate.%s', async (_name, check) => {
  await checkGate(server.context, check);
});

test('what is asked here is there', async () => {
  const names = await asSuperuser(server.context, async (client) =>
    (
      await client.query<{ proname: string }>(`select proname from pg_proc where pronamespace = 'gate'::regnamespace`)
    ).rows.map(({ proname }) => proname),
  );
  expect(Object.keys(gateChecks).filter((name) => !names.includes(name))).toEqual([]);
});
