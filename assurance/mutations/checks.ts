import * as rows from '#assurance/gate/rows-apart.ts';
import { tenantTables } from '#assurance/gate/tenant-tables.ts';
import { checkUnconfirmed, type Matrix } from '#assurance/matrix/cells.ts';
import type { Endpoint } from '#contract/endpoint.ts';

/** A test of `npm test`, asked outside of its file. */
export interface Check {
  readonly name: string;
  readonly run: () => Promise<void>;
}

export const unconfirmedCheck = (matrix: Matrix, endpoint: Endpoint): Check => ({
  name: `matrix: ${endpoint.name} asks for the password before anything else`,
  run: () => checkUnconfirmed(matrix, endpoint),
});

/** What `row-level-security.test.ts` asks of one table. */
export function rowChecks(apart: rows.Apart, table: string): readonly Check[] {
  const check = (name: string, run: (of: rows.Apart, table: string) => Promise<void>): Check => ({
    name: `row-level-security: ${table}: ${name}`,
    run: () => run(apart, table),
  });
  const isTenant = tenantTables.some((each) => each === table);
  const isUser = table in rows.userTables;
  const isGate = rows.gateTables.some((each) => each === table);
  return [
    ...(isTenant
      ? [check('the rows of one board', rows.seesOneBoard), check('writes for one board', rows.writesOneBoard)]
      : []),
    ...(isUser ? [check('the rows of one user', rows.seesAndWritesOneUser)] : []),
    ...(table === 'users' ? [check('fellows', rows.seesFellows), check('own account', rows.changesOwnAccount)] : []),
    ...(table === 'boards' ? [check('its board', rows.seesItsBoard)] : []),
    ...(table === 'mail_messages' ? [check('the gate and mail', rows.keepsGateFromMail)] : []),
    ...(table === 'profile_fields' ? [check('given to a new board', rows.givesFieldsToNewBoard)] : []),
    ...(rows.shownToGate.includes(table) ? [check('the gate sees all', rows.showsToGate)] : []),
    check('backups see all', rows.showsToBackup),
    ...(isGate ? [] : [check('nothing without a board', rows.seesNothing)]),
    check('hidden from its owner', rows.hidesFromOwner),
  ];
}
