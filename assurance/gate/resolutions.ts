import { expect } from 'vitest';
import { among } from './boards.ts';
import { before, type GateCheck, type GateRows, type Row } from './rows.ts';

/** By the database's own clock. */
const past = '2000-01-01T00:00:00Z';
const far = '2200-01-01T00:00:00Z';

interface On {
  readonly board_id: string;
  readonly member_id: string;
}
interface Circulated extends On {
  readonly id: string;
}

/** Of the whole board, with one member and without its voters, unless a row says otherwise. */
const circulated = async (gate: GateRows, row: Row = {}, of: Row = {}): Promise<Circulated> => {
  const board_id = await gate.board(of);
  const member_id = await gate.member(board_id, await gate.user());
  return { board_id, member_id, id: await circulatedOn(gate, { board_id, member_id }, row) };
};
const circulatedOn = async (gate: GateRows, { board_id, member_id }: On, row: Row = {}): Promise<string> => {
  const by = { created_by: member_id, circulated_by: member_id, created_at: before, circulated_at: before };
  const kept = { needs: 'all', may_object: true, ballots_shown_to: 'body', quorum_rule: '{}' };
  const { id } = await gate.put('written_resolutions', {
    ...{ board_id, body_id: board_id, title: 'T', text: 'T', state: 'circulating', round: 1, ends_at: far },
    ...{ ...by, ...kept, ...row },
  });
  return id;
};
const vote = (gate: GateRows, { board_id, id, member_id }: Circulated, row: Row = {}) =>
  gate.put('written_voters', { board_id, resolution_id: id, round: 1, member_id, is_recused: false, ...row });
/** Its one member votes on it. */
const voted = async (gate: GateRows, row: Row = {}, of: Row = {}) => {
  const made = await circulated(gate, row, of);
  await vote(gate, made);
  return made;
};
const silence = (gate: GateRows, { board_id, member_id }: On, body_id = board_id) =>
  gate.put('non_voters', { board_id, body_id, member_id });
const group = async (gate: GateRows, { board_id }: On, name: string, members: readonly string[]) => {
  const { id } = await gate.put('groups', { board_id, name });
  for (const member_id of members) await gate.put('group_members', { board_id, group_id: id, member_id });
  return id;
};
const fellowOf = async (gate: GateRows, { board_id }: On, row: Row = {}) =>
  gate.member(board_id, await gate.user(), row);

/** Those whose voters stand as they were when it was circulated. */
const settled = async (gate: GateRows): Promise<readonly string[]> => {
  // Somebody has left the board.
  const left = await voted(gate);
  await fellowOf(gate, left, { status: 'inactive' });
  // A fellow has no vote.
  const muted = await voted(gate);
  await silence(gate, { ...muted, member_id: await fellowOf(gate, muted) });
  // Its member has no vote in a group, but has one on the board.
  const elsewhere = await voted(gate);
  await silence(gate, elsewhere, await group(gate, elsewhere, 'Audit', [elsewhere.member_id]));
  // Of a group: others are on the board, and in another group.
  const on = await voted(gate);
  const fellow = await fellowOf(gate, on);
  await silence(gate, { ...on, member_id: fellow });
  await group(gate, on, 'Finance', [fellow]);
  const body_id = await group(gate, on, 'Audit', [on.member_id]);
  const ofGroup = await circulatedOn(gate, on, { body_id });
  await vote(gate, { ...on, id: ofGroup });
  // Circulated again, after somebody left.
  const again = await voted(gate);
  await vote(gate, { ...again, member_id: await fellowOf(gate, again, { status: 'inactive' }) });
  await gate.query('update written_resolutions set round = 2 where id = $1', [again.id]);
  await vote(gate, again, { round: 2 });
  return [left, muted, elsewhere, on, again].map(({ id }) => id).concat(ofGroup);
};

/** Resolutions in writing: whose time has passed, or whose voters are others. */
export const resolutionChecks: Readonly<Record<string, GateCheck>> = {
  written_resolutions_due: async (gate) => {
    const silent = await circulated(gate);
    await silence(gate, silent);
    const anew = await voted(gate);
    await fellowOf(gate, anew);
    const gone = await voted(gate);
    await silence(gate, gone);
    const due = [await voted(gate, { ends_at: past }), await circulated(gate), anew, gone].map(({ id }) => id);
    const draft = await gate.put('written_resolutions', {
      ...{ board_id: silent.board_id, body_id: await group(gate, silent, 'Audit', []), title: 'T', text: 'T' },
      ...{ created_by: silent.member_id, created_at: before },
    });
    const others = [
      await voted(gate),
      silent,
      await voted(gate, { ends_at: past, stopped_at: before }),
      await voted(gate, { ends_at: past }, { suspended_at: before }),
      await circulated(gate, { ends_at: past, state: 'withdrawn', decided_at: before }),
      draft,
    ].map(({ id }) => id);
    others.push(...(await settled(gate)));
    const rows = await gate.ask('written_resolutions_due(100000)', []);
    expect(among(rows, 'id', [...due, ...others])).toEqual(due);
  },
};
