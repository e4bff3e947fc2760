import { beforeEach, describe, expect, test } from 'vitest';
import { motionMessages } from '#domain/messages/motions.ts';
import { boardroom, idsOf, message } from '#tests/support/boardroom.ts';
import { testApp } from '#tests/support/test-app.ts';

const stage = boardroom(testApp(), { inSession: true });
const { ada, bea, cleo, dora, eve, settings, point, leave, arrive, declare, recuse } = stage;
const { motions, vote, propose, open, cast, castAll, close, voidVote } = stage;

describe('a recusal', () => {
  const quorum = async () => (await stage.room()).line.quorum;
  beforeEach(async () => {
    await propose();
    await point();
  });

  test('needs a reason, and excludes the member from the item’s quorum until it is lifted', async () => {
    expect((await declare(dora, { effect: 'recused' })).status).toBe(422);
    await declare(dora, { effect: 'declared', nature: 'Owns shares' });
    expect(await quorum()).toMatchObject({ present: 5 });
    const { line, own } = (await recuse(dora, { nature: 'Owns the land' })).json.data.room;
    expect(line).toMatchObject({ recused: [dora.id], quorum: { present: 4, needed: 3, in_office: 5 } });
    expect(own.declaration).toEqual({ nature: 'Owns the land', is_recused: true });
    expect(message(await declare(dora, { effect: 'declared', nature: 'Nothing' }))).toContain('already recused');
    await recuse(ada);
    expect((await declare(ada, { effect: 'lifted' })).status).toBe(403);
    expect((await declare(dora, { effect: 'lifted' }, { by: bea })).status).toBe(403);
    expect((await declare(dora, { effect: 'lifted' }, { by: ada })).json.data.room.line.recused).toEqual([ada.id]);
    expect(await quorum()).toMatchObject({ present: 4 });
    await point(await stage.anotherItem());
    expect(await quorum()).toMatchObject({ present: 5 });
  });

  test('prevents voting, and is rejected if the member has already voted in an open vote on the item', async () => {
    await recuse(dora);
    await open();
    expect(message(await cast(dora, 'for'))).toBe('You are recused from this item.');
    expect(await vote()).toMatchObject({ eligible: 4 });
    await cast(ada, 'for');
    expect(message(await recuse(ada))).toBe(motionMessages.votedBeforeRecusal);
    const other = await stage.anotherItem();
    expect((await recuse(ada, { item: other })).json.status).toBe('success');
    expect((await motions()).recused_from).toEqual([other.id]);
    expect((await recuse(eve)).json.status).toBe('success');
    expect(await vote()).toMatchObject({ eligible: 3, received: 1 });
    expect(message(await declare(dora, { effect: 'lifted' }, { by: ada }))).toBe(motionMessages.anotherVote);
    expect((await close()).json.data.motions[0].votes[0]).toMatchObject({ state: 'carried', quorum: { present: 3 } });
  });

  test('is shown in the result of a vote, but not while the vote is open or after it is declared void', async () => {
    const away = async () => {
      const { recused, absent } = await vote();
      return { recused: idsOf(recused), absent: idsOf(absent) };
    };
    await recuse(dora);
    await open();
    await castAll('for', ada, bea, cleo);
    await leave(cleo);
    await leave(eve);
    expect(await away()).toEqual({ recused: undefined, absent: undefined });
    await close();
    expect(await away()).toEqual({ recused: [dora.id], absent: [eve.id] });
    await arrive(eve);
    expect(await away()).toEqual({ recused: [dora.id], absent: [eve.id] });
    await voidVote();
    expect(await away()).toEqual({ recused: undefined, absent: undefined });
  });

  test.each(['secret', 'named'] as const)(
    'a %s vote with hidden ballots lists everyone who left as absent, even members who had voted',
    async (way) => {
      await settings({ ballots_shown_to: 'desk' });
      await open(way);
      await castAll('for', ada, bea, cleo, dora);
      for (const voter of [dora, eve]) await leave(voter);
      await close();
      expect(idsOf((await vote(bea)).absent)?.toSorted()).toEqual([dora.id, eve.id].toSorted());
    },
  );

  test('prevents a chair from deciding a tie even if the board counts recused members as present', async () => {
    await stage.phase('adjourned');
    await stage.inBoard(async (tx) => {
      const unbegun = { phase: 'not-begun', called_at: null, quorum_rule: null, body_id: null } as const;
      await tx.updateTable('meeting_rooms').set(unbegun).execute();
      await tx.deleteFrom('meeting_people').execute();
    });
    await settings({ recused_counts: 'present', majority_of: 'present', casting_vote: true });
    for (const voter of stage.voters) await arrive(voter, 'remote');
    await stage.phase('in-session');
    await point();
    await recuse(ada);
    expect(await quorum()).toMatchObject({ present: 5 });
    await open();
    await castAll('for', bea, cleo);
    expect((await close()).json.data.motions[0].votes[0]).toMatchObject({ state: 'not-carried', eligible: 4 });
    await voidVote();
    await open('named', { majority_of: 'cast' });
    await cast(bea, 'for');
    await cast(cleo, 'against');
    expect((await close()).json.data.motions[0].votes[1]).toMatchObject({ state: 'not-carried' });
  });
});
