import { beforeEach, expect, test } from 'vitest';
import { boardStage } from '#tests/support/board-stage.ts';
import type { TestClient } from '#tests/support/client.ts';
import type { MadeDocument } from '#tests/support/factories.ts';
import { mark, marks, note } from '#tests/support/paper-stage.ts';
import { testApp } from '#tests/support/test-app.ts';

const server = testApp();
const { board, admin: ben, reader: ada } = boardStage(server);
let document: MadeDocument;
beforeEach(async () => {
  document = await server.make.document({ meeting: await server.make.meeting({ board }) });
});

const xfdf = (contents: string): string => `<?xml version="1.0" encoding="UTF-8"?>${marks(note('n1', 0, contents))}`;
const save = (as: TestClient, annotations: string, base = 0) => mark(as, document, annotations, base);
const stored = async (as: TestClient) => (await as.get(`/ajax/documents/${document.id}`)).json.data.annotations;

test('marks are saved as XFDF and are visible only to their author', async () => {
  const answer = await save(ada, xfdf('Ask about this'));
  expect(answer.json).toEqual({ status: 'success', data: { result: 'saved', id: document.id, revision: 1 } });
  expect((await stored(ada)).xfdf).toContain('Ask about this');
  expect(await stored(ben)).toEqual({ xfdf: null, revision: 0, base: 0 });
});

test('a save based on an older version changes nothing and returns the stored marks', async () => {
  await save(ada, xfdf('first'));
  await save(ada, xfdf('second'), 1);
  const stale = await save(ada, xfdf('third'), 1);
  expect(stale.json.data).toMatchObject({ result: 'stale', revision: 2 });
  expect(stale.json.data.xfdf).toContain('second');
  expect((await stored(ada)).xfdf).toContain('second');
});

test('marks are stored exactly as sent, and are rejected if they are based on a revision that does not exist', async () => {
  const written = marks(note('n1', 0, 'a &amp; b'));
  const stale = await save(ada, written, 1);
  expect(stale.json.data).toEqual({ result: 'stale', xfdf: marks(), revision: 0, base: 0 });
  await save(ada, written);
  expect(await stored(ada)).toEqual({ xfdf: written, revision: 1, base: 0 });
});

test('only one of ten simultaneous first saves of marks is stored, and the others are reported as stale', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, (_, nth) => save(ada, xfdf(`mark ${nth}`))));
  const results = answers.map(({ json }) => json.data.result);
  expect(results.toSorted()).toEqual(['saved', ...Array(9).fill('stale')]);
});

test('marks that are not XFDF are rejected', async () => {
  const withDoctype = '<!DOCTYPE xfdf [<!ENTITY a "b">]><xfdf xmlns="http://ns.adobe.com/xfdf/"><annots/></xfdf>';
  expect((await save(ada, withDoctype)).status).toBe(422);
  expect((await stored(ada)).xfdf).toBe(null);
});

test('hidden documents and documents that the viewer cannot display cannot be marked', async () => {
  const meeting = await server.make.meeting({ board });
  const archive = await server.make.document({ meeting, extension: 'zip' });
  const hidden = await server.make.document({ category: await server.make.category({ board }), hidden: true });
  for (document of [archive, hidden]) {
    expect((await save(ben, xfdf('Ask about this'))).status).toBe(403);
    expect(await stored(ben)).toEqual({ xfdf: null, revision: 0, base: 0 });
  }
});

test('the list next to a document contains the member’s own marks on other visible documents of the meeting', async () => {
  const meeting = await server.make.meeting({ board });
  const open = await server.make.document({ meeting, title: 'Open' });
  const beside = [
    await server.make.document({ item: await server.make.agendaItem({ meeting }), title: 'Of an item' }),
    await server.make.document({ meeting, title: 'Deleted later' }),
  ];
  for (const each of [open, document, ...beside]) expect((await mark(ada, each, xfdf('of Ada'))).status).toBe(200);
  const titles = async (as: TestClient): Promise<readonly string[]> =>
    (await as.get(`/ajax/documents/${open.id}/annotations-beside`)).json.data.documents
      .map((each: { title: string }) => each.title)
      .toSorted();
  expect(await titles(ada)).toEqual(['Deleted later', 'Of an item']);
  expect(await titles(ben)).toEqual([]);
  expect((await ben.delete(`/ajax/documents/${beside[1]?.id}`)).status).toBe(200);
  expect(await titles(ada)).toEqual(['Of an item']);
});
