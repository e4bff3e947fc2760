import { beforeEach, expect } from 'vitest';
import { type Actor, boardroom } from './boardroom.ts';
import type { TestClient } from './client.ts';
import type { MadeAgendaItem } from './factories.ts';
import { makeMotion } from './motions.ts';
import type { TestApp } from './test-app.ts';

export function withholdingStage(server: TestApp) {
  const stage = boardroom(server, {
    voters: 3,
    items: ['Welcome', 'Wharf Road', 'The contract'],
    item: 1,
    inSession: true,
  });
  const { ada, cleo, settings, room, itemAt, declare, recuse, open, query } = stage;
  const reason = 'Director of a possible tenderer.';
  const withhold = (of: Actor, by: TestClient = ada) => declare(of, { effect: 'withheld', reason }, { by });
  const recuseAndWithhold = async (of: Actor, by?: TestClient) => {
    await recuse(of);
    return withhold(of, by);
  };
  const lift = (of: Actor, by: TestClient = ada, item = stage.item) => declare(of, { effect: 'lifted' }, { by, item });
  const agenda = async (client: TestClient, of = stage.meeting) =>
    (await client.get(`/ajax/meetings/${of.id}`)).json.data.meeting.agenda_items;
  const titlesFor = async (client: TestClient, of = stage.meeting): Promise<readonly string[]> =>
    (await agenda(client, of)).map(({ title }: { title: string }) => title);
  const put = (item: MadeAgendaItem = stage.item, text?: string) =>
    makeMotion(server.context, { meeting: stage.meeting, item, mover: cleo, ...(text && { text }) });
  async function putToVote(item?: MadeAgendaItem, { by = ada, text }: { by?: TestClient; text?: string } = {}) {
    expect((await open('named', { id: (await put(item, text)).id, by })).json.status).toBe('success');
    return (await room(by)).line.vote?.id ?? '';
  }
  const adjourn = () => stage.phase('adjourned');
  const makeClerk = async () => {
    const member = await server.make.member({ board: stage.board, isBoardAdmin: true });
    return Object.assign(await server.signIn(member), { id: member.id });
  };
  beforeEach(async () => {
    await settings({ seconder: false });
    await query('update agenda_items set depth = 1 where id = $1', [itemAt(2).id]);
  });
  return { stage, reason, withhold, recuseAndWithhold, lift, agenda, titlesFor, put, putToVote, adjourn, makeClerk };
}
