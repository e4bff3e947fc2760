import { beforeEach, describe, expect, test } from 'vitest';
import { minutesMessages } from '#domain/messages/meeting-minutes.ts';
import { motionMessages } from '#domain/messages/motions.ts';
import { message } from '#tests/support/boardroom.ts';
import type { TestClient } from '#tests/support/client.ts';
import type { MadeAgendaItem } from '#tests/support/factories.ts';
import { testApp } from '#tests/support/test-app.ts';
import { withholdingStage } from '#tests/support/withholding-stage.ts';

const server = testApp();
const { stage, withhold, recuseAndWithhold, lift, agenda, titlesFor, put, putToVote, adjourn } =
  withholdingStage(server);
const { ada, bea, cleo, sol, path, room, recuse, cast, query } = stage;

describe('nesting an item under a withheld one', () => {
  let other: MadeAgendaItem;
  beforeEach(async () => {
    other = await stage.anotherItem();
  });
  const move = (depth: number, { of = other, before = null as MadeAgendaItem | null } = {}) =>
    ada.post(`/ajax/agenda-items/${of.id}/move`, { before_id: before?.id ?? null, depth });
  const depths = async () => (await agenda(ada)).map(({ depth }: { depth: number }) => depth);
  const voteFor = async (client: TestClient) => (await stage.motion(client)).votes;

  test('is rejected during and after a vote on the moved item', async () => {
    await recuseAndWithhold(bea);
    const id = await putToVote(other);
    expect(message(await move(1))).toBe(motionMessages.anotherVote);
    expect((await cast(bea, 'against', { id })).status).toBe(200);
    for (const voter of [ada, bea, cleo]) await cast(voter, 'for', { id });
    expect((await stage.close(undefined, id)).status).toBe(200);
    expect(message(await move(1))).toBe(motionMessages.votedOn);
    expect(await depths()).toEqual([0, 0, 1, 0]);
    expect(await titlesFor(bea)).toContain('The budget');
    expect(await voteFor(bea)).toMatchObject([{ state: 'carried', lost_quorum: false }]);
  });

  test('is rejected if it would take the right to vote from a member who is not recused', async () => {
    await recuseAndWithhold(bea);
    expect(message(await move(1))).toBe(motionMessages.withholdingTakesMotion);
    expect(await titlesFor(bea)).toContain('The budget');
    await recuse(bea, { item: other });
    expect((await move(1)).status).toBe(200);
    expect(await titlesFor(bea)).not.toContain('The budget');
  });

  test('is also rejected if it results from moving the withheld item', async () => {
    const beneath = await stage.anotherItem('The reserves');
    await move(1, { of: beneath });
    await recuseAndWithhold(bea);
    const answer = await move(0, { of: stage.item, before: beneath });
    expect(message(answer)).toBe(motionMessages.withholdingTakesMotion);
    expect(await titlesFor(bea)).toEqual(['Welcome', 'Withheld item', 'Withheld item', 'The budget', 'The reserves']);
  });

  test('withholds the moved item from then on, and is logged', async () => {
    await withhold(sol);
    const paper = await server.make.document({ item: other });
    const moved = new Date(+server.context.clock.now() + 60_000);
    stage.at(moved.toISOString());
    expect((await move(1)).status).toBe(200);
    expect(await titlesFor(sol)).toEqual(['Welcome', 'Withheld item', 'Withheld item', 'Withheld item']);
    const { rows } = await query('select withheld_at from withheld where subject_id = any($1)', [[other.id, paper.id]]);
    expect(rows).toHaveLength(2);
    for (const row of rows) expect(+row.withheld_at).toBeGreaterThanOrEqual(+moved);
    const log = (await ada.get('/ajax/audit')).json.data.lines;
    expect(log[0]).toMatchObject({ action: 'agenda-item.moved-withheld', subject: 'The budget' });
  });

  test('withholds the moved item until the withholding is lifted, even after the item is moved out again', async () => {
    const paper = await server.make.document({ item: other });
    const motion = await put(other);
    await withhold(sol);
    await move(1);
    expect(message(await lift(sol, ada, other))).toBe(motionMessages.liftedWithItem);
    expect((await room()).declarations).toMatchObject([{ agenda_item_id: stage.item.id }]);
    await move(0);
    expect(await titlesFor(sol)).not.toContain('The budget');
    expect((await room()).declarations).toMatchObject([
      { agenda_item_id: stage.item.id },
      { agenda_item_id: other.id, member_id: sol.id, withheld_at: expect.any(String), can: { lift: true } },
    ]);
    expect((await lift(sol, cleo, other)).status).toBe(403);
    expect((await lift(sol, ada, other)).status).toBe(200);
    expect(await titlesFor(sol)).toEqual(['Welcome', 'Withheld item', 'Withheld item', 'The budget']);
    expect((await sol.get(`/ajax/documents/${paper.id}`)).status).toBe(200);
    expect((await stage.motions(sol)).motions.map(({ id }) => id)).toEqual([motion.id]);
    expect((await room()).declarations).toMatchObject([{ agenda_item_id: stage.item.id }]);
  });

  test('is rejected once the minutes are circulated', async () => {
    await adjourn();
    expect((await ada.post(path('minutes/circulate'), {})).status).toBe(200);
    expect(message(await move(1))).toBe(minutesMessages.circulated);
    expect(await depths()).toEqual([0, 0, 1, 0]);
  });
});
