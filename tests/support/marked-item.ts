import { emptyRichText } from '#domain/rich-text.ts';
import { asSuperuser, statementOf } from './as-superuser.ts';
import type { TestClient } from './client.ts';
import type { TestContext } from './context.ts';
import { type MadeAgendaItem, makeAgendaItem, makeDocument } from './factories.ts';
import { makeMotion } from './motions.ts';
import { pdfPaper } from './papers.ts';
import type { testApp } from './test-app.ts';
import { makeWithheld } from './withheld.ts';
import { type BoardWorld, makeWorld, type World } from './world.ts';

const marked = <Name extends string>(...names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, `zzv${name}`])) as Readonly<Record<Name, string>>;

export const markedWords = {
  ...marked('title', 'text', 'presenter', 'paper', 'file', 'page', 'moved', 'deleted'),
  ...marked('motion', 'vote', 'action', 'notes', 'nature'),
  subItem: 'zzvsub',
};

export interface MarkedWorld extends World {
  readonly declarations: MadeAgendaItem;
}

/**
 * The member and the admin annotate the marked item's paper before the item is withheld from them and the secretary.
 */
export async function makeMarkedWorld(server: ReturnType<typeof testApp>): Promise<MarkedWorld> {
  const world = await makeWorld(server.context);
  const { home } = world;
  await asSuperuser(server.context, (db) =>
    db.query('update bodies set secretary_id = $2 where id = $1', [home.board.id, home.otherGroupAdmin.id]),
  );
  await markItem(server.context, home);
  const declarations = await addDeclarations(server.context, home);
  for (const reader of [home.member, home.admin]) await openPaper(await server.signIn(reader), home.document);
  await withholdMarked(server.context, home, [home.member, home.admin, home.otherGroupAdmin]);
  return { ...world, declarations };
}

async function addDeclarations(context: TestContext, { meeting, board, pending }: BoardWorld): Promise<MadeAgendaItem> {
  const title = 'Declarations of interest';
  const item = await makeAgendaItem(context, { meeting, title });
  await asSuperuser(context, async (db) => {
    await db.query(`update agenda_items set kind = 'declarations' where id = $1`, [item.id]);
    await statementOf(db)`insert into minutes_sections
      (id, board_id, meeting_id, number, depth, position, title, kind, notes, revision, changed_at, changed_by)
      values (${item.id}, ${board.id}, ${meeting.id}, '9', 0, 9, ${title}, 'declarations', ${emptyRichText}, 1, now(), ${pending.id})`;
  });
  return item;
}

async function openPaper(
  client: TestClient,
  paper: { readonly id: string; readonly versionId: string },
): Promise<void> {
  const annotations =
    '<xfdf xmlns="http://ns.adobe.com/xfdf/" xml:space="preserve"><annots><text page="0" rect="1,1,20,20" name="a" contents="mine"/></annots></xfdf>';
  const answers = [
    await client.get(`/ajax/documents/${paper.id}`),
    await client.get(`/document/${paper.id}`),
    await client.post(`/ajax/documents/${paper.id}/annotations`, {
      annotations,
      version_id: paper.versionId,
      base_revision: 0,
    }),
  ];
  if (answers.some(({ status }) => status !== 200)) throw new Error('The paper was not opened and marked.');
}

async function markItem(context: TestContext, world: BoardWorld): Promise<void> {
  const { board, meeting, item, admin, document, motion, vote, action } = world;
  const words = markedWords;
  const sub = await makeAgendaItem(context, { meeting, title: words.subItem });
  const bytes = await pdfPaper(1, words.page);
  await makeDocument(context, { item: sub, title: `${words.paper} of the sub-item.pdf`, bytes, pages: [words.page] });
  const moved = await makeDocument(context, { item, title: `${words.moved}.pdf`, bytes, pages: [words.page] });
  const deletedAt = context.clock.now().toISOString();
  await makeDocument(context, { item, title: `${words.deleted}.pdf`, deletedAt });
  await makeMotion(context, { meeting, item, mover: admin, text: `That ${words.motion} be bought.` });
  await asSuperuser(context, async (db) => {
    const write = statementOf(db);
    const built = (what: string) => `That ${what} be built.`;
    await write`update agenda_items set position = position * 100 where meeting_id = ${meeting.id}`;
    await write`update agenda_items set depth = 1, position = (select position + 1 from agenda_items where id = ${item.id})
      where id = ${sub.id}`;
    await write`update agenda_items set title = ${words.title}, description = ${words.text}, presenter = ${words.presenter}
      where id = ${item.id}`;
    await write`update documents set title = ${`${words.paper}.pdf`} where id = ${document.id}`;
    await write`update document_versions set filename = ${`${words.file}.pdf`} where document_id = ${document.id}`;
    await write`insert into document_texts (board_id, version_id, page, text)
      values (${board.id}, ${document.versionId}, 1, ${words.page})
      on conflict (board_id, version_id, page) do update set text = excluded.text`;
    await write`update motions set text = ${built(words.motion)} where id = ${motion.id}`;
    const papers = JSON.stringify([{ document_id: document.id, title: words.paper }]);
    await write`alter table votes disable trigger user`;
    await write`update votes set text = ${built(words.vote)}, papers = ${papers}, state = 'carried' where id = ${vote.id}`;
    await write`alter table votes enable trigger user`;
    await write`insert into resolution_numbers (board_id, body_id, year, sequence, number, vote_id)
      values (${board.id}, ${board.id}, 2026, 1, '2026-001', ${vote.id})`;
    await write`update action_items set title = ${words.action}, notes = ${words.notes}, agenda_item_id = ${item.id}
      where id = ${action.id}`;
    await write`insert into declarations (board_id, meeting_id, agenda_item_id, member_id, nature, declared_at)
      values (${board.id}, ${meeting.id}, ${item.id}, ${world.pending.id}, ${words.nature}, now())`;
    const log = (action: string, kind: string, id: string, detail = {}) =>
      write`insert into audit_entries (board_id, member_id, action, subject_kind, subject_id, detail)
        values (${board.id}, ${admin.id}, ${action}, ${kind}, ${id}, ${detail})`;
    for (const { id } of [document, moved]) await log('document.added', 'document', id);
    await log('motion.proposed', 'motion', motion.id);
    await log('meeting.pointed', 'meeting', meeting.id, { agenda_item_id: item.id });
  });
}

async function withholdMarked(
  context: TestContext,
  world: BoardWorld,
  from: readonly { readonly id: string }[],
): Promise<void> {
  const { pending, item, meeting } = world;
  for (const member of from) await makeWithheld(context, { item, from: member, by: pending });
  await asSuperuser(context, (db) =>
    db.query('update documents set agenda_item_id = null, meeting_id = $1 where agenda_item_id = $2 and title = $3', [
      meeting.id,
      item.id,
      `${markedWords.moved}.pdf`,
    ]),
  );
}
