import { describe, expect, test } from 'vitest';
import { testApp } from '#tests/support/test-app.ts';
import { writtenStage } from '#tests/support/written-stage.ts';

const server = testApp();
const { stage, written } = writtenStage(server);
const { ada, bea, cleo, sol } = stage;
const { circulated, vote, pass, withdraw, register, carryInMeeting } = written;
const year = new Date().getUTCFullYear();

describe('the register of resolutions', () => {
  test('numbers motions carried in meetings and resolutions passed in writing in one sequence', async () => {
    const voteId = await carryInMeeting();
    const id = await circulated();
    await pass(id);
    await withdraw(await circulated({ title: 'Roof', text: 'That it be mended.' }));
    expect(await register(sol)).toMatchObject({
      years: [year],
      year,
      figures: { numbers: 2, carried: 1, passed: 1, void: 0 },
      has_more: false,
      entries: [
        { kind: 'written', state: 'withdrawn', number: null, title: 'Roof', counts: null },
        { id, kind: 'written', state: 'passed', number: `${year}-002`, title: 'Line of credit', counts: { for: 3 } },
        {
          id: voteId,
          kind: 'meeting',
          state: 'carried',
          number: `${year}-001`,
          title: 'Wharf Road',
          way: 'hands',
          meeting: { id: stage.meeting.id, title: 'Winter meeting' },
          counts: { for: 2, against: 1 },
        },
      ],
    });
    const titles = async (query: string) => (await register(sol, query)).entries.map(({ title }) => title);
    for (const [query, found] of [
      ['?words=crédit renew', ['Line of credit']],
      [`?words=land ${year}`, ['Wharf Road']],
      ['?words=edit', []],
      [`?after=${id}`, ['Wharf Road']],
      ['?year=1999', []],
      ['?result=decided', ['Line of credit', 'Wharf Road']],
      ['?result=undecided', ['Roof']],
      ['?result=void', []],
    ] as const) {
      expect(await titles(query), query).toEqual(found);
    }
    await ada.post(`/ajax/votes/${voteId}/void`, { reason: 'Miscounted' });
    expect((await register()).figures).toEqual({ numbers: 2, carried: 0, passed: 1, void: 1 });
    expect(await titles('?result=void')).toEqual(['Wharf Road']);
    expect(await titles('?result=decided')).toEqual(['Line of credit']);
  });

  test('includes motions defeated in a meeting, and can be filtered by result', async () => {
    const voteId = await carryInMeeting();
    const motionId = (await stage.propose({ text: 'That the pier be sold.' })).json.data.motions.at(-1).id;
    const { id } = (await stage.open('hands', { id: motionId })).json.data.motions.at(-1).votes[0];
    await stage.close({ for: 1, against: 1, abstain: 1 }, id);
    const defeated = {
      id,
      kind: 'meeting',
      state: 'not-carried',
      number: null,
      text: 'That the pier be sold.',
      counts: { for: 1, against: 1, abstain: 1 },
    };
    const { entries, figures } = await register(sol);
    expect(entries).toMatchObject([defeated, { id: voteId, state: 'carried' }]);
    expect(figures).toMatchObject({ numbers: 1, carried: 1 });
    expect((await register(sol, '?result=undecided')).entries).toMatchObject([defeated]);
    expect((await register(sol, '?result=decided')).entries).toMatchObject([{ id: voteId }]);
    await ada.post(`/ajax/votes/${id}/void`, { reason: 'Miscounted' });
    expect((await register(sol)).entries).toMatchObject([{ id, state: 'void', number: null }, { id: voteId }]);
  });

  test('lists a motion that was moved but never voted on, once its meeting is adjourned', async () => {
    await carryInMeeting();
    const text = 'That the pier be sold.';
    const { id } = (await stage.propose({ text })).json.data.motions.at(-1);
    await stage.propose({ text: 'That the pier be leased.', mover_id: null });
    expect((await register(sol)).entries).toHaveLength(1);
    await stage.phase('adjourned');
    const unvoted = { id, state: 'not-voted-on', number: null, text, counts: null, meeting: { id: stage.meeting.id } };
    expect((await register(sol)).entries).toMatchObject([unvoted, { state: 'carried' }]);
    expect((await register(sol, '?result=undecided')).entries).toMatchObject([unvoted]);
  });

  test('shows a group’s resolution only to the members of the group and to board admins', async () => {
    const group = await server.make.group({ board: stage.board, name: 'Audit', members: [bea, cleo] });
    const id = await circulated({ body_id: group.id });
    for (const voter of [bea, cleo]) await vote(id, voter);
    const entry = { id, number: `AUD-${year}-001`, body: { name: 'Audit' } };
    expect((await register(bea)).entries).toMatchObject([entry]);
    expect((await register()).entries).toHaveLength(1);
    expect((await register(ada, `?body=${stage.board.id}`)).entries).toEqual([]);
    expect((await register(sol)).entries).toEqual([]);
  });

  test('is served in pages of 50', async () => {
    await stage.query(
      `insert into written_resolutions (board_id, body_id, title, text, state, round, created_by, created_at, circulated_by,
         circulated_at, ends_at, decided_at, needs, may_object, ballots_shown_to, quorum_rule)
       select $1, $1, 'Number ' || n, 'That it be.', 'withdrawn', 1, $2, now(), $2, now(), now(), now(), 'all', true, 'body', '{}'
       from generate_series(1, 52) n`,
      [stage.board.id, ada.id],
    );
    const first = await register();
    expect([first.entries.length, first.has_more]).toEqual([50, true]);
    const rest = await register(ada, `?after=${first.entries.at(-1)?.id}`);
    expect([rest.entries.length, rest.has_more]).toEqual([2, false]);
  });
});
