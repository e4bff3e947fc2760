import { type GateRows, hash } from './rows.ts';

/** A board with officers, and a member of it who has lost every way in. */
export async function lost(gate: GateRows, officerCount = 2) {
  const [board, user] = [await gate.board(), await gate.user()];
  await gate.member(board, user);
  const officers: string[] = [];
  for (let nth = 0; nth < officerCount; nth += 1) {
    const officer = await gate.user();
    await gate.member(board, officer, { is_board_admin: true });
    officers.push(officer);
  }
  return { board, user, officers };
}

export const inHours = async (gate: GateRows, hours: number): Promise<unknown> =>
  (await gate.query(`select now() + make_interval(hours => $1) as at`, [hours]))[0]?.at;

export async function asked(
  gate: GateRows,
  person: { readonly user: string },
  row: Readonly<Record<string, unknown>> = {},
) {
  const token = hash();
  const expires_at = await inHours(gate, 1);
  const { id } = await gate.put('recoveries', {
    kind: 'account',
    user_id: person.user,
    token_hash: token,
    expires_at,
    ...row,
  });
  return { id, token };
}

export async function begun(
  gate: GateRows,
  person: { readonly user: string; readonly board: string },
  row: Readonly<Record<string, unknown>> = {},
) {
  const browser = hash();
  const begun_at = await inHours(gate, 0);
  return {
    ...(await asked(gate, person, { board_id: person.board, begun_at, browser_hash: browser, ...row })),
    browser,
  };
}

export const vouched = async (gate: GateRows, recovery: string, officers: readonly string[]): Promise<void> => {
  const vouched_at = await inHours(gate, 0);
  for (const user_id of officers) await gate.put('vouches', { recovery_id: recovery, user_id, vouched_at });
};

export const passkeyOf = async (gate: GateRows, hours: number) => ({
  ...{
    passkey_name: 'Phone',
    credential_id: hash(),
    public_key: hash(),
    counter: 1,
    transports: [],
    is_backed_up: false,
  },
  opens_at: await inHours(gate, hours),
  expires_at: await inHours(gate, hours + 100),
});

export const stateOf = async (gate: GateRows, id: string): Promise<unknown> =>
  (await gate.query('select state from recoveries where id = $1', [id]))[0]?.state;

export const sessionOf = async (gate: GateRows, user: string, strength: 1 | 2): Promise<string> => {
  const row = { user_id: user, token_hash: hash(), remember: false, user_agent: '', strength };
  return (await gate.put('sessions', { ...row, expires_at: await inHours(gate, 1) })).id;
};
