import { expect, test } from 'vitest';
import { asSuperuser } from './support/as-superuser.ts';
import { checkGate } from './support/gate/rows.ts';
import { gateChecks } from './support/gate-checks.ts';
import { testApp } from './support/test-app.ts';

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
