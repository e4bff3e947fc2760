import { expect, test } from 'vitest';
import { makeBoard, makeGroup, makeMeeting, makeMember } from './support/factories.ts';
import { testApp } from './support/test-app.ts';
import { textsOfRequests } from './support/texts-of-requests.ts';

/** Names, titles and places stand in one line wherever they are shown; descriptions, notes and questions have lines. */
const server = testApp();

const inOneLine = textsOfRequests().filter(([at]) =>
  /[. ](title|name|first_name|last_name|board_title|location|presenter|role|options\[\])$/.test(at),
);
const inLines = textsOfRequests().filter(([at]) => /\.(description|note|question)$/.test(at));

test('there are such texts of every noun', () => {
  const nouns = new Set(inOneLine.map(([at]) => at.split('.')[0]));
  for (const noun of [
    'meetings',
    'agenda',
    'groups',
    'library',
    'documents',
    'announcements',
    'account',
    'people',
    'boards',
  ]) {
    expect([...nouns]).toContain(noun);
  }
  expect(inLines.length).toBeGreaterThan(8);
});

test.each(inOneLine)('%s has no line but one', (_at, schema) => {
  const read = schema.safeParse('\r\nAnn\r\nLee\u2028Ng\n');
  if (read.success) expect(String(read.data).trim()).toBe('Ann Lee Ng');
  else expect(schema.safeParse('Ann Lee Ng').success).toBe(false);
});

test.each(inLines)('%s keeps its lines', (_at, schema) => {
  expect(schema.parse('First\nsecond\n')).toBe('First\nsecond');
});

test('what a call writes in two lines is read in one', async () => {
  const board = await makeBoard(server.context);
  const client = await server.signIn(await makeMember(server.context, { board, isBoardAdmin: true }));
  const [meeting, group] = [await makeMeeting(server.context, { board }), await makeGroup(server.context, { board })];
  const words = { title: 'Budget\r\ntalk', location: 'Town hall\n2nd floor', description: 'One\ntwo' };
  expect((await client.patch(`/ajax/meetings/${meeting.id}`, words)).json.data.meeting).toMatchObject({
    ...{ title: 'Budget talk', location: 'Town hall 2nd floor', description: 'One\ntwo' },
  });
  const named = await client.patch(`/ajax/groups/${group.id}`, { name: 'Finance\nand audit', description: 'One\ntwo' });
  expect(named.json.data.group).toMatchObject({ name: 'Finance and audit', description: 'One\ntwo' });
});
