import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import type { TestClient } from '#tests/support/client.ts';
import type { MadeBoard, MadeDocument } from '#tests/support/factories.ts';
import { testApp } from '#tests/support/test-app.ts';

const server = testApp();
let board: MadeBoard;
let document: MadeDocument;
let ada: TestClient;
let ben: TestClient;

beforeEach(async () => {
  board = await server.make.board();
  document = await server.make.document({ meeting: await server.make.meeting({ board }) });
  ada = await server.signIn(await server.make.member({ board }));
  ben = await server.signIn(await server.make.member({ board, isBoardAdmin: true }));
});

const xfdf = (inside: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><xfdf xmlns="http://ns.adobe.com/xfdf/" xml:space="preserve"><annots>${inside}</annots></xfdf>`;
const note = (name: string, contents: string): string =>
  `<text name="${name}" page="0" rect="10,10,30,30" date="D:20261116120000+00'00'" title="Ada"><contents>${contents}</contents></text>`;
const save = (as: TestClient, annotations: string, more: Readonly<Record<string, unknown>> = {}) =>
  as.post(`/ajax/documents/${document.id}/annotations`, {
    annotations,
    version_id: document.versionId,
    base_revision: 0,
    ...more,
  });
const stored = async (as: TestClient) => (await as.get(`/ajax/documents/${document.id}`)).json.data.annotations;

test('S7.9 marks are saved as XFDF and are there for their author alone', async () => {
  const answer = await save(ada, xfdf(note('n1', 'Ask about this')));
  expect(answer.json).toEqual({ status: 'success', data: { result: 'saved', id: document.id, revision: 1 } });
  expect((await stored(ada)).xfdf).toContain('Ask about this');
  expect(await stored(ben)).toEqual({ xfdf: null, revision: 0 });
});

test('a save on an older base changes nothing and answers what is stored', async () => {
  await save(ada, xfdf(note('n1', 'first')));
  await save(ada, xfdf(note('n1', 'second')), { base_revision: 1 });
  const stale = await save(ada, xfdf(note('n1', 'third')), { base_revision: 1 });
  expect(stale.json.data).toMatchObject({ result: 'stale', revision: 2 });
  expect(stale.json.data.xfdf).toContain('second');
  expect((await stored(ada)).xfdf).toContain('second');
});

test('what the viewer writes is stored to the letter, and a base that is gone is answered with no marks', async () => {
  const file = (inside: string): string => xfdf(inside).replace(/^<\?.*\?>/, '');
  const written = file('<text name="n1" page="0" rect="10,10,30,30" title="Ada"><contents>a &amp; b</contents></text>');
  const stale = await save(ada, written, { base_revision: 1 });
  expect(stale.json.data).toEqual({ result: 'stale', xfdf: file(''), revision: 0 });
  await save(ada, written);
  expect(await stored(ada)).toEqual({ xfdf: written, revision: 1 });
});

test('ten first saves at once: one is stored, nine are told so', async () => {
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, nth) => save(ada, xfdf(note(`n${nth}`, `mark ${nth}`)))),
  );
  expect(answers.filter((answer) => answer.json.data.result === 'saved')).toHaveLength(1);
  expect(answers.filter((answer) => answer.json.data.result === 'stale')).toHaveLength(9);
});

test('S5.24 S9.3 64,999 characters are saved, 65,000 are not', async () => {
  const frame = xfdf(note('n1', '')).length;
  const longest = xfdf(note('n1', 'x'.repeat(64_999 - frame)));
  expect(longest).toHaveLength(64_999);
  expect((await save(ada, longest)).json.data.result).toBe('saved');
  const over = await save(ada, xfdf(note('n1', 'y'.repeat(65_000 - frame))), { base_revision: 1 });
  expect(over.status).toBe(422);
  expect((await stored(ada)).xfdf).not.toContain('yyy');
});

test.each([
  ['a DOCTYPE', '<!DOCTYPE xfdf [<!ENTITY a "b">]><xfdf xmlns="http://ns.adobe.com/xfdf/"><annots/></xfdf>'],
  ['an unknown entity', xfdf(note('n1', '&nbsp;'))],
  ['another root', '<html><body/></html>'],
  ['no XML', 'just text'],
  ['a deep nest', `${'<a>'.repeat(200)}${'</a>'.repeat(200)}`],
])('%s is refused', async (_name, annotations) => {
  expect((await save(ada, annotations)).status).toBe(422);
  expect((await stored(ada)).xfdf).toBe(null);
});

test('another document’s version, a foreign document and a file without marks are refused', async () => {
  const other = await server.make.document();
  expect((await save(ada, xfdf(''), { version_id: other.versionId })).status).toBe(404);
  expect((await save(ada, xfdf(''), { version_id: randomUUID() })).status).toBe(404);
  document = other;
  expect((await save(ada, xfdf(''))).status).toBe(404);
});

test('what the viewer does not show, and what is hidden from others, takes no marks', async () => {
  const meeting = await server.make.meeting({ board });
  const archive = await server.make.document({ meeting, extension: 'zip' });
  const hidden = await server.make.document({
    category: await server.make.category({ board }),
    hidden: true,
  });
  for (document of [archive, hidden]) {
    expect((await save(ben, xfdf(note('n1', 'Ask about this')))).status).toBe(403);
    expect(await stored(ben)).toEqual({ xfdf: null, revision: 0 });
  }
});

test('M20 beside a document stand one’s own marks on its meeting’s other papers, of those that one sees', async () => {
  const meeting = await server.make.meeting({ board });
  const open = await server.make.document({ meeting, title: 'Open' });
  const beside = [
    await server.make.document({
      item: await server.make.agendaItem({ meeting }),
      title: 'Of an item',
    }),
    await server.make.document({ meeting, title: 'Deleted later' }),
  ];
  const mark = (as: TestClient, on: MadeDocument, name: string) =>
    as.post(`/ajax/documents/${on.id}/annotations`, {
      annotations: xfdf(note(name, name)),
      version_id: on.versionId,
      base_revision: 0,
    });
  for (const each of [open, document, ...beside]) expect((await mark(ada, each, 'of Ada')).status).toBe(200);
  const titles = async (as: TestClient): Promise<readonly string[]> =>
    (await as.get(`/ajax/documents/${open.id}/annotations-beside`)).json.data.documents
      .map((each: { title: string }) => each.title)
      .toSorted();
  expect(await titles(ada)).toEqual(['Deleted later', 'Of an item']);
  expect(await titles(ben)).toEqual([]);
  expect((await ben.delete(`/ajax/documents/${beside[1]?.id}`)).status).toBe(200);
  expect(await titles(ada)).toEqual(['Of an item']);
});
