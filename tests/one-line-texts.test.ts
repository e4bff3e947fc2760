import { expect, test } from 'vitest';
import { profileValueError } from '#domain/profile-fields.ts';
import { makeBoard, makeGroup, makeMeeting, makeMember } from './support/factories.ts';
import { testApp } from './support/test-app.ts';
import { textsOfRequests } from './support/texts-of-requests.ts';

const server = testApp();

const inOneLine = textsOfRequests().filter(([at]) =>
  /[. ](title|name|first_name|last_name|board_title|location|presenter|role|options\[\])$/.test(at),
);
const inLines = textsOfRequests().filter(([at]) => /\.(description|note|question)$/.test(at));

test('the tested single-line text fields include some from every main module', () => {
  const nouns = new Set(inOneLine.map(([at]) => at.split('.')[0]));
  for (const noun of 'meetings agenda groups library documents announcements account people boards'.split(' ')) {
    expect([...nouns]).toContain(noun);
  }
  expect(inLines.length).toBeGreaterThan(8);
});

test.each(inOneLine)('%s is normalised to one line', (_at, schema) => {
  const read = schema.safeParse('\r\nAnn\r\nLee\u2028Ng\n');
  if (read.success) expect(String(read.data).trim()).toBe('Ann Lee Ng');
  else expect(schema.safeParse('Ann Lee Ng').success).toBe(false);
});

/** Invisible characters: zero-width, control and bidirectional characters, fillers and blanks. */
const unseen = [
  ' ',
  '\u200b',
  '\u2060\ufeff',
  '\u202e',
  '\u00ad',
  '\u3164',
  '\u2800',
  '\u0007\u2066 \u115f\u034f\ufe0f',
];
// Locations, presenters and roles are optional, and a person needs only a first or a last name.
const optional = /\.(location|presenter|role|first_name|last_name)$|^invitations\.inviteSeveral /;
const byTheirWholeList = /^profile\.saveFields /;
const names = inOneLine.filter(([at]) => !optional.test(at) && !byTheirWholeList.test(at));

test.each(names)('%s must contain a visible character', (_at, schema) => {
  for (const text of unseen) {
    expect(schema.safeParse(text).error?.issues[0]?.message, JSON.stringify(text)).toBe('This field is required.');
  }
  // Zero-width joiners are valid within visible text.
  if (schema.safeParse('Ann').success) expect(schema.parse('👩\u200d⚖️')).toBe('👩\u200d⚖️');
});

test('names of people, and names and values of profile fields, must contain a visible character', async () => {
  const board = await makeBoard(server.context);
  const client = await server.signIn(await makeMember(server.context, { board, isBoardAdmin: true }));
  const required = 'This field is required.';
  const noName = 'Enter a first name or a last name';
  const field = { id: null, kind: 'text', required: true, visibility: 'everyone', options: [] };
  for (const name of unseen) {
    const refused = async (path: string, body: object) => (await client.post(path, body)).json.errors;
    const person = { first_name: name, last_name: name, email: 'nia@example.org' };
    expect(await refused('/ajax/people', person)).toEqual({ first_name: noName });
    const fields = { member: [{ ...field, name }], admin: [] };
    expect(await refused('/ajax/profile-fields', fields)).toEqual({ 'member.0.name': required });
    const several = await client.post('/ajax/invitations', { people: [{ line: 1, ...person }] });
    expect(several.json.data.lines[0]).toMatchObject({ state: 'failed', message: expect.stringContaining(noName) });
    expect(profileValueError({ ...field, kind: 'text' }, name)).toBe(required);
  }
});

test.each(inLines)('%s keeps its line breaks', (_at, schema) => {
  expect(schema.parse('First\nsecond\n')).toBe('First\nsecond');
});

test('a title sent as two lines is returned as one line', async () => {
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
