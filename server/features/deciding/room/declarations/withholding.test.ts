import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { minutesMessages } from '#domain/messages/meeting-minutes.ts';
import { motionMessages } from '#domain/messages/motions.ts';
import { type Actor, message } from '#tests/support/boardroom.ts';
import type { TestClient } from '#tests/support/client.ts';
import type { MadeAgendaItem, MadeMeeting } from '#tests/support/factories.ts';
import { testApp } from '#tests/support/test-app.ts';
import { withholdingStage } from '#tests/support/withholding-stage.ts';

const server = testApp();
const { stage, reason, withhold, recuseAndWithhold, lift, agenda, titlesFor, put, putToVote, adjourn, makeClerk } =
  withholdingStage(server);
const { ada, bea, cleo, sol, path, settings, room, itemAt, declare, recuse, cast, query } = stage;
const quarry = 'That the quarry be bought.';
const withholdCopy = (of: Actor, item: MadeAgendaItem) =>
  declare(of, { effect: 'withheld', reason }, { by: ada, item });
const sentDuring = async (act: () => Promise<unknown>) => {
  await server.context.runJobs();
  const before = server.context.sent.length;
  await act();
  await server.context.runJobs();
  return server.context.sent.slice(before);
};

describe('withholding an item', () => {
  test('hides the item and its sub-items from a recused member, who sees only the reason and who withheld it', async () => {
    expect((await recuseAndWithhold(bea)).status).toBe(200);
    expect(await titlesFor(bea)).toEqual(['Welcome', 'Withheld item', 'Withheld item']);
    expect(await titlesFor(cleo)).toEqual(['Welcome', 'Wharf Road', 'The contract']);
    expect((await agenda(bea))[1].withheld).toMatchObject({ by: 'Ada Byron', reason });
    expect((await room(cleo)).declarations).toMatchObject([
      { member_id: bea.id, is_recused: true, withheld_at: expect.any(String) },
    ]);
    expect((await room(bea)).own.declaration).toBeNull();
  });

  test('is possible only for officers and editors, with a reason, until the meeting is adjourned', async () => {
    expect((await withhold(sol, bea)).status).toBe(403);
    expect((await withhold(ada)).status).toBe(403);
    expect((await declare(sol, { effect: 'withheld' }, { by: ada })).json.errors).toHaveProperty('reason');
    const left = await server.make.member({ board: stage.board, status: 'inactive' });
    expect((await withhold({ ...sol, id: left.id })).status).toBe(404);
    const clerk = await makeClerk();
    await withhold(clerk as Actor);
    expect((await withhold(sol, clerk)).status).toBe(404);
    await withhold(sol);
    expect(message(await withhold(sol))).toBe(motionMessages.withheldAlready);
    expect(await titlesFor(ada)).toContain('Wharf Road');
    await recuse(bea);
    await adjourn();
    expect((await withhold(bea)).status).toBe(403);
    expect(await titlesFor(bea)).toContain('Wharf Road');
  });

  test('from a voter who is not recused needs a carried motion on the item', async () => {
    expect(message(await withhold(bea))).toBe(motionMessages.withholdingTakesMotion);
    await declare(bea, { effect: 'declared', nature: 'Director' });
    expect(message(await withhold(bea))).toBe(motionMessages.withholdingTakesMotion);
    const { id } = await put();
    expect(message(await withhold(bea))).toBe(motionMessages.withholdingTakesMotion);
    await stage.inBoard((tx) => tx.updateTable('motions').set({ state: 'carried' }).where('id', '=', id).execute());
    expect((await withhold(bea)).status).toBe(200);
    expect((await withhold(sol)).status).toBe(200);
  });

  test('can be switched off by the board, but items that are already withheld remain withheld', async () => {
    await withhold(sol);
    await settings({ withholding: false });
    expect(message(await recuseAndWithhold(bea))).toBe(motionMessages.withholdingOff);
    expect(await titlesFor(sol)).toContain('Withheld item');
    expect((await lift(sol)).status).toBe(200);
    expect(await titlesFor(sol)).toContain('Wharf Road');
  });

  test('excludes the member from the quorum, motions and votes of a sub-item', async () => {
    await recuseAndWithhold(bea);
    await stage.point(itemAt(2));
    expect((await room()).line).toMatchObject({ quorum: { present: 2 }, recused: [bea.id] });
    const id = await putToVote(itemAt(2));
    expect((await room()).line.vote).toMatchObject({ eligible: 2 });
    expect((await room(bea)).line.vote).toBeNull();
    expect((await stage.motions(bea)).motions).toEqual([]);
    expect((await cast(bea, 'for', { id })).status).toBe(404);
    expect((await cast(cleo, 'for', { id })).status).toBe(200);
  });

  test('prevents a chair from voting or deciding a tie on a sub-item', async () => {
    expect((await ada.post(path('room/desk'), { chair_id: bea.id, secretary_id: null })).status).toBe(200);
    expect((await recuseAndWithhold(bea)).status).toBe(200);
    await settings({ casting_vote: true });
    const id = await putToVote(itemAt(2));
    const entered = await ada.put(`/ajax/votes/${id}/ballots/${bea.id}`, { choice: 'for' });
    expect(message(entered)).toBe(motionMessages.recused);
    await cast(ada, 'for', { id });
    await cast(cleo, 'against', { id });
    expect((await stage.close(undefined, id)).status).toBe(200);
    expect((await room()).line.vote).toMatchObject({ state: 'not-carried' });
  });

  test('cannot begin or end while a vote is open', async () => {
    await withhold(sol);
    await recuse(bea);
    await putToVote();
    expect(message(await withhold(bea))).toBe(motionMessages.anotherVote);
    expect(message(await lift(sol))).toBe(motionMessages.anotherVote);
  });
});

describe('a motion that is deferred to another meeting', () => {
  const later = '2026-12-03T14:00:00Z';
  const defer = async (next: MadeMeeting) =>
    ada.post(`/ajax/motions/${(await put()).id}/state`, { to: 'deferred', reason: 'Later.', meeting_id: next.id });

  test.each(['before', 'after'])(
    'is withheld in the new meeting if its item was withheld %s the deferral',
    async (when) => {
      if (when === 'before') await withhold(sol);
      const next = await stage.anotherMeeting(later);
      expect((await defer(next)).status).toBe(200);
      if (when === 'after') await withhold(sol);
      const shownTo = async (client: TestClient) => [
        (await agenda(client, next)).at(-1)?.title,
        (await stage.motions(client, next)).motions.length,
      ];
      expect(await shownTo(ada)).toEqual(['Wharf Road', 1]);
      expect(await shownTo(sol)).toEqual(['Withheld item', 0]);
    },
  );

  test('remains withheld, and lifting the withholding in the new meeting also lifts it in the original one', async () => {
    const next = await stage.anotherMeeting(later);
    await withhold(sol);
    await defer(next);
    const copy = (await agenda(ada, next)).at(-1);
    const declarations = async () => (await ada.get(path('room', next))).json.data.room.declarations;
    expect(await declarations()).toMatchObject([
      { agenda_item_id: copy.id, member_id: sol.id, withheld_at: expect.any(String), can: { lift: true } },
    ]);
    expect((await lift(sol, cleo, copy)).status).toBe(403);
    expect((await lift(sol, ada, copy)).status).toBe(200);
    expect((await agenda(sol, next)).at(-1).title).toBe('Wharf Road');
    expect(await titlesFor(sol)).toContain('Wharf Road');
    expect([await declarations(), (await room()).declarations]).toEqual([[], []]);
  });
});

describe('a copy of an agenda item', () => {
  const duplicate = async (of = stage.meeting) => {
    const { meeting } = (await ada.post(path('duplicate', of), {})).json.data;
    const start = new Date(+server.context.clock.now() + 30 * 86_400_000);
    const times = { starts_at: start, ends_at: new Date(+start + 3_600_000) };
    await stage.setMeeting({ state: 'published', published_at: new Date(), ...times }, meeting);
    return { meeting, item: meeting.agenda_items[1] };
  };
  const shown = async (client: TestClient, of: MadeMeeting) => (await agenda(client, of))[1].title;

  test('is withheld with its original, even if it was made before the withholding', async () => {
    const first = await duplicate();
    const second = await duplicate(first.meeting);
    expect(await shown(sol, first.meeting)).toBe('Wharf Road');
    const { copies } = (await ada.get(path(`opened-papers/${sol.id}`))).json.data;
    const start = expect.any(String);
    const copyOf = (item: MadeAgendaItem) => ({
      agenda_item_id: item.id,
      title: first.meeting.title,
      start,
      takes_vote: false,
    });
    for (const item of [stage.item, itemAt(2)])
      expect(copies.filter((copy: { agenda_item_id: string }) => copy.agenda_item_id === item.id)).toEqual([
        copyOf(item),
        copyOf(item),
      ]);
    await withhold(sol);
    for (const { meeting } of [first, second]) {
      expect(await titlesFor(sol, meeting)).toEqual(['Welcome', 'Withheld item', 'Withheld item']);
      expect(await shown(cleo, meeting)).toBe('Wharf Road');
    }
    await lift(sol, ada, second.item);
    for (const { meeting } of [stage, first, second]) expect(await shown(sol, meeting)).toBe('Wharf Road');
  });

  test('that is withheld also withholds its original, unless the original’s meeting is adjourned and the member attended it', async () => {
    const { item, meeting } = await duplicate();
    const absent = await server.make.member({ board: stage.board });
    await query('insert into non_voters (board_id, body_id, member_id) values ($1, $1, $2)', [
      stage.board.id,
      absent.id,
    ]);
    const others = [sol, Object.assign(await server.signIn(absent), absent)];
    await stage.checkIn(sol);
    await withholdCopy(sol, item);
    expect(await titlesFor(sol)).toContain('Withheld item');
    await lift(sol, ada, item);
    await adjourn();
    for (const other of others) {
      expect((await withholdCopy(other, item)).status).toBe(200);
      expect(await shown(other, meeting)).toBe('Withheld item');
    }
    expect(await titlesFor(sol)).toContain('Wharf Road');
    expect(await titlesFor(others[1] as Actor)).toContain('Withheld item');
  });

  const times = { start: '2026-12-21T14:00:00Z', end: '2026-12-21T16:00:00Z' };
  const draft = { title: 'Next', type: 'hybrid', ...times, location: '', join_url: '', description: '' };
  const create = (by: TestClient, copied_from: string, rest = {}) =>
    by.post('/ajax/meetings', { ...draft, ...rest, agenda_items: [{ title: 'Wharf Road', copied_from }] });
  const copies = async () => (await query('select id from agenda_items where copied_from = $1', [stage.item.id])).rows;

  test('made in the new-meeting form is linked to its original only if the author can edit the original', async () => {
    await withhold(sol);
    const { meeting } = (await create(ada, stage.item.id)).json.data;
    await stage.setMeeting({ state: 'published', published_at: new Date() }, meeting);
    expect(await titlesFor(ada, meeting)).toEqual(['Wharf Road']);
    expect(await titlesFor(sol, meeting)).toEqual(['Withheld item']);
    expect((await create(ada, randomUUID())).status).toBe(200);
    const group = await server.make.group({ board: stage.board, admins: [cleo] });
    const audience = { whole_board: false, group_ids: [group.id], member_ids: [] };
    await stage.signInAgain();
    expect((await create(cleo, stage.item.id, { audience })).status).toBe(200);
    expect(await copies()).toHaveLength(1);
  });

  test('made in the new-meeting form is not linked to an original that is withheld from the author', async () => {
    const clerk = await makeClerk();
    expect((await recuseAndWithhold(ada, clerk)).json.status).toBe('success');
    expect((await create(ada, stage.item.id)).json.status).toBe('success');
    expect(await copies()).toEqual([]);
  });

  test('in another body’s meeting prevents withholding the original from a member who can vote on the copy and is not recused there', async () => {
    const group = await server.make.group({ board: stage.board, members: [sol, cleo] });
    await stage.body({ chair_id: cleo.id }, group.id);
    await query('delete from non_voters where body_id = $1', [group.id]);
    const { item, meeting } = await duplicate();
    const ofGroup = await server.make.meeting({
      board: stage.board,
      groups: [group],
      startsAt: '2026-12-19T14:00:00Z',
      endsAt: '2026-12-19T16:00:00Z',
    });
    await query('update agenda_items set meeting_id = $2 where meeting_id = $1', [meeting.id, ofGroup.id]);
    const named = `${ofGroup.title} (12/19/26)`;
    expect(message(await withhold(sol))).toBe(motionMessages.withholdingTakesVote([named]));
    expect(await titlesFor(sol)).toContain('Wharf Road');
    await recuse(sol, { item });
    const sent = await sentDuring(async () => expect((await withhold(sol)).status).toBe(200));
    const toChair = sent.filter(({ to }) => to.name.startsWith('Cleo'));
    expect(toChair.map(({ text }) => text)).toEqual([expect.stringContaining(`of ${ofGroup.title} from Sol Byron`)]);
  });

  test.each(['draft', 'cancelled'])(
    'in a %s meeting of the same body prevents withholding its original from a voter',
    async (state) => {
      const { meeting } = await duplicate();
      await stage.setMeeting({ state, ...(state === 'draft' && { published_at: null }) }, meeting);
      await recuse(bea);
      const named = `${meeting.title} (12/19/26)`;
      const upcoming = await duplicate();
      const { copies } = (await ada.get(path(`opened-papers/${bea.id}`))).json.data;
      const blocking = copies.filter((copy: { agenda_item_id: string }) => copy.agenda_item_id === stage.item.id);
      expect(blocking).toMatchObject([{ takes_vote: true }, { takes_vote: true }]);
      const { withholdingTakesVote, withholdingTakesLaterVote } = motionMessages;
      const refusal = `${withholdingTakesVote([named])} ${withholdingTakesLaterVote([named])}`;
      expect(message(await withhold(bea))).toBe(refusal);
      await recuse(bea, { item: upcoming.item });
      expect(message(await withhold(bea))).toBe(withholdingTakesLaterVote([named]));
      expect(await titlesFor(bea)).toContain('Wharf Road');
      expect((await withhold(sol)).status).toBe(200);
    },
  );

  test('in a past meeting that was never called to order remains visible to a voter who attended the meeting', async () => {
    const { meeting, item } = await duplicate();
    const past = { starts_at: '2026-11-18T14:00:00Z', ends_at: '2026-11-18T16:00:00Z' };
    await stage.setMeeting(past, meeting);
    await query(
      `insert into presences (board_id, meeting_id, member_id, mode, arrived_at, left_at)
       values ($1, $2, $3, 'in-person', '2026-11-18T14:00:00Z', '2026-11-18T15:00:00Z')`,
      [stage.board.id, meeting.id, cleo.id],
    );
    for (const member of [bea, cleo]) expect((await recuseAndWithhold(member)).status).toBe(200);
    expect(await shown(bea, meeting)).toBe('Withheld item');
    expect(await shown(cleo, meeting)).toBe(item.title);
  });

  test('in a deleted meeting does not prevent withholding its original', async () => {
    const { meeting } = await duplicate();
    await stage.setMeeting({ deleted_at: new Date() }, meeting);
    expect((await withhold(sol)).status).toBe(200);
  });

  test('is withheld even if it was made from another copy after the original was deleted', async () => {
    const first = await duplicate();
    await withhold(sol);
    await query('delete from agenda_items where id = $1', [stage.item.id]);
    const second = await duplicate(first.meeting);
    expect(await shown(sol, second.meeting)).toBe('Withheld item');
  });

  test('cannot be withheld while a vote is open in the original’s meeting', async () => {
    const { item } = await duplicate();
    await putToVote();
    expect(message(await withholdCopy(sol, item))).toBe(motionMessages.anotherVote);
  });
});

test('a paper moved out of a withheld item is hidden from the affected member in votes on its new item', async () => {
  const other = await stage.anotherItem();
  const zebra = await server.make.document({ item: stage.item, title: 'Zebra paper' });
  await server.make.document({ item: other, title: 'Figures' });
  await withhold(sol);
  const place = { home: { kind: 'agenda-item', id: other.id }, before_id: null };
  expect((await ada.post(`/ajax/documents/${zebra.id}/move`, place)).json.status).toBe('success');
  await putToVote(other);
  const papers = async (client: TestClient) => (await stage.vote(client)).papers.toSorted();
  expect(await papers(ada)).toEqual(['Figures', 'Zebra paper']);
  expect(await papers(sol)).toEqual(['Figures']);
  await stage.voidVote();
  expect((await lift(sol)).json.status).toBe('success');
  expect(await papers(sol)).toEqual(['Figures', 'Zebra paper']);
});

test('a recusal from a withheld item is hidden from all members from whom the item is withheld', async () => {
  const clerk = await makeClerk();
  for (const member of [ada, bea]) expect((await recuseAndWithhold(member, clerk)).json.status).toBe('success');
  expect((await stage.point(stage.item, clerk)).json.status).toBe('success');
  expect((await recuse(cleo)).json.status).toBe('success');
  const recused = async (client: TestClient) => (await room(client)).line.recused?.toSorted();
  expect(await recused(cleo)).toEqual([ada.id, bea.id, cleo.id].toSorted());
  expect(await recused(bea)).toEqual([bea.id]);
  const causes = async (client: TestClient) =>
    (await room(client)).quorum_changes
      ?.flatMap((change) => change.causes)
      .filter(({ member_id: id }) => id === cleo.id);
  expect(await causes(clerk)).toContainEqual({ kind: 'recused', member_id: cleo.id });
  expect((await causes(ada))?.map(({ kind }) => kind)).not.toContain('recused');
});

test('a member who corrects presences gets no warning about a vote on an item that is withheld from them', async () => {
  const clerk = await makeClerk();
  await recuseAndWithhold(ada, clerk);
  stage.at('14:10:00');
  const voteId = await putToVote(stage.item, { by: clerk, text: quarry });
  await cast(cleo, 'for', { id: voteId });
  expect((await clerk.post(`/ajax/votes/${voteId}/close`, {})).status).toBe(200);
  const { id, revision } = await stage.presenceOf(bea);
  const correct = (by: TestClient) => by.patch(`/ajax/presences/${id}`, { revision, left_at: '2026-11-19T14:05:00Z' });
  expect((await correct(clerk)).json.data.lost_quorum).toEqual([quarry]);
  const own = await correct(ada);
  expect(own.text).not.toContain('quarry');
  expect(own.json.data).toMatchObject({ lost_quorum: [], has_conflict: false });
});

describe('lifting the withholding', () => {
  test('of a sub-item is possible only by lifting that of its parent item', async () => {
    await withhold(sol);
    expect(message(await lift(sol, ada, itemAt(2)))).toBe(motionMessages.liftedWithItem);
    expect((await lift(bea)).status).toBe(404);
    expect((await room()).declarations).toHaveLength(1);
  });

  test('is possible after the minutes are approved, and does not change what the minutes record', async () => {
    await withhold(sol);
    await recuse(bea);
    await adjourn();
    await query(`
      begin; set local session_replication_role = replica;
      update meeting_minutes set state = 'approved', version = 1, approved_at = now(), approved_vote_id = uuidv7()
      where meeting_id = '${stage.meeting.id}';
      commit`);
    expect((await lift(sol)).status).toBe(200);
    expect(await titlesFor(sol)).toEqual(['Welcome', 'Wharf Road', 'The contract']);
    const kept = await query('select withheld_at, lifted_at from declarations where member_id = $1', [sol.id]);
    expect(kept.rows).toEqual([{ withheld_at: expect.any(Date), lifted_at: null }]);
    expect(message(await lift(bea))).toBe(minutesMessages.approved);
  });

  test('of a deleted item also applies to a paper that was moved out of it', async () => {
    const paper = await server.make.document({ item: stage.item });
    await withhold(sol);
    const moved = 'update documents set agenda_item_id = null, meeting_id = $2 where id = $1';
    await query(moved, [paper.id, stage.meeting.id]);
    await query('delete from agenda_items where id = any($1)', [[stage.item.id, itemAt(2).id]]);
    const reads = async () => (await sol.get(`/ajax/documents/${paper.id}`)).status;
    expect(await reads()).toBe(404);
    expect((await lift(sol, cleo)).status).toBe(403);
    expect((await lift(sol)).status).toBe(200);
    expect(await reads()).toBe(200);
    expect((await lift(sol)).status).toBe(404);
  });

  test('is not possible for the affected member, who cannot declare a new recusal either', async () => {
    await recuseAndWithhold(bea);
    expect(message(await lift(bea, bea))).toBe(motionMessages.liftedByOthers);
    expect(message(await recuse(bea))).toBe(motionMessages.liftedByOthers);
    expect((await lift(bea, cleo)).status).toBe(403);
    expect((await lift(bea)).status).toBe(200);
    expect(await titlesFor(bea)).toEqual(['Welcome', 'Wharf Road', 'The contract']);
    expect((await room()).declarations).toEqual([]);
  });

  test('can be done by any other voting member if the item is withheld from all officers and editors', async () => {
    const offersLift = async (client: TestClient) => (await room(client)).declarations?.[0]?.can.lift;
    const clerk = await makeClerk();
    expect((await recuseAndWithhold(ada, clerk)).status).toBe(200);
    expect((await lift(ada, cleo)).status).toBe(403);
    expect([await offersLift(clerk), await offersLift(cleo)]).toEqual([true, false]);
    expect(message(await lift(ada, ada))).toBe(motionMessages.liftedByOthers);
    await query('update members set is_board_admin = false where id = $1', [clerk.id]);
    expect((await lift(ada, sol)).status).toBe(403);
    expect([await offersLift(ada), await offersLift(sol), await offersLift(cleo)]).toEqual([false, false, true]);
    expect((await lift(ada, cleo)).status).toBe(200);
    expect(await titlesFor(ada)).toContain('Wharf Road');
  });
});

test('every declaration, recusal and withholding is logged and emailed to the chair and the member, and the member’s email omits the title of a withheld item', async () => {
  const mailsOf = async (act: () => Promise<unknown>) =>
    new Map((await sentDuring(act)).map(({ to, text }) => [to.name.split(' ')[0], text ?? ''] as const));
  const declared = await mailsOf(() => declare(bea, { effect: 'declared', nature: 'Holds shares' }));
  expect([...declared.keys()].toSorted()).toEqual(['Ada', 'Bea']);
  expect(declared.get('Ada')).toContain('Wharf Road');
  const recused = await mailsOf(() => recuse(bea));
  expect(recused.get('Bea')).toContain('You have recused yourself from item 2');
  const withheld = await mailsOf(() => withhold(bea));
  expect(withheld.get('Bea')).toMatch(/has withheld item 2 of .* from you/);
  expect(withheld.get('Bea')).toContain(reason);
  expect(withheld.get('Bea')).not.toContain('Wharf Road');
  expect(withheld.get('Ada')).toContain('Wharf Road');
  const lifted = await mailsOf(() => lift(bea));
  expect(lifted.get('Bea')).toContain('Wharf Road');
  const kinds = ['declared', 'recused', 'withheld', 'lifted'].map((kind) => `declaration.${kind}`);
  expect((await stage.actions({ id: stage.item.id })).filter((action) => kinds.includes(action))).toEqual(kinds);
});
