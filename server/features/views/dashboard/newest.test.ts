import { expect, test } from 'vitest';
import {
  makeAgendaItem,
  makeAnnouncement,
  makeBoard,
  makeDocument,
  makeGroup,
  makeMeeting,
  makeMember,
} from '#tests/support/factories.ts';
import { makeCategory, makeFolder } from '#tests/support/library.ts';
import { testApp } from '#tests/support/test-app.ts';

const server = testApp();

test('the newest documents are those of places that the reader sees', async () => {
  const { context } = server;
  const board = await makeBoard(context);
  const [member, chair] = [await makeMember(context, { board }), await makeMember(context, { board })];
  const groups = [await makeGroup(context, { board, members: [chair] })];
  const meeting = await makeMeeting(context, { board, groups });
  const open = await makeCategory(context, { board });
  const papers = new Map<string, { readonly id: string }>([
    ['of everybody', await makeDocument(context, { category: open })],
    ['of a meeting', await makeDocument(context, { meeting })],
    ['of an agenda item', await makeDocument(context, { item: await makeAgendaItem(context, { meeting }) })],
    [
      'of an announcement',
      await makeDocument(context, { announcement: await makeAnnouncement(context, { board, groups }) }),
    ],
    ['of a category', await makeDocument(context, { category: await makeCategory(context, { board, groups }) })],
    ['of a folder', await makeDocument(context, { folder: await makeFolder(context, { category: open, groups }) })],
  ]);
  const shownTo = async (who: typeof member): Promise<readonly string[]> => {
    const { recent_documents: shown } = (await (await server.signIn(who)).get('/ajax/dashboard')).json.data;
    const ids = new Set(shown.map(({ id }: { id: string }) => id));
    return [...papers].flatMap(([name, { id }]) => (ids.has(id) ? [name] : []));
  };
  expect(await shownTo(chair)).toEqual([...papers.keys()]);
  expect(await shownTo(member)).toEqual(['of everybody']);
});
