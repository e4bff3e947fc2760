import { expect, test } from 'vitest';
import type { LibraryItem } from '#contract/library.ts';
import { boardStage } from '#tests/support/board-stage.ts';
import type { TestClient } from '#tests/support/client.ts';
import { testApp } from '#tests/support/test-app.ts';

const server = testApp();
const { board, admin, reader: member } = boardStage(server);

const open = async (as: TestClient, categoryId: string, query = '') =>
  (await as.get(`/ajax/library/categories/${categoryId}${query}`)).json.data;
const titles = (place: { readonly documents: readonly { readonly title: string }[] }) =>
  place.documents.map((document) => document.title);
const names = (rows: readonly { readonly name: string }[]) => rows.map((row) => row.name);
const folderItem = (folder: { readonly id: string }): LibraryItem => ({ kind: 'folder', id: folder.id });
const documentItem = (document: { readonly id: string }): LibraryItem => ({ kind: 'document', id: document.id });
const groupAdmin = async () => {
  const chair = await server.make.member({ board });
  const group = await server.make.group({ board, admins: [chair] });
  return { group, client: await server.signIn(chair) };
};
const move = (
  items: readonly LibraryItem[],
  place: { readonly kind: 'category' | 'folder'; readonly id: string },
  before: LibraryItem | null = null,
) => admin.post('/ajax/library/move', { items, home: place, before });

test('the library lists its categories in order with document and folder counts, and the latest documents', async () => {
  const policies = await server.make.category({ board, name: 'Policies' });
  const finance = await server.make.category({ board, name: 'Finance' });
  const budgets = await server.make.folder({ category: finance, name: 'Budgets' });
  const older = await server.make.folder({ parent: budgets, name: 'Older' });
  await server.make.document({ category: finance, title: 'Rent roll', createdAt: '2026-11-01T00:00:00Z' });
  await server.make.document({ folder: older, title: 'Budget 2019', createdAt: '2026-11-02T00:00:00Z' });
  await admin.post(`/ajax/library/categories/${finance.id}/move`, { before_id: policies.id });
  const { categories, latest, document_count } = (await member.get('/ajax/library')).json.data;
  expect(names(categories)).toEqual(['Finance', 'Policies']);
  expect(categories[0].counts).toEqual({ documents: 2, folders: 1 });
  expect(categories[1].counts).toEqual({ documents: 0, folders: 0 });
  expect(document_count).toBe(2);
  expect(latest.map((each: { title: string }) => each.title)).toEqual(['Budget 2019', 'Rent roll']);
  expect(latest[0].category_name).toBe('Finance');
});

test('the pages of a long list contain every document once, in every sort order', async () => {
  const category = await server.make.category({ board });
  const count = 430;
  const link = { extension: 'link', mime_type: 'generic', is_link: true, link_url: 'https://example.org/' };
  const rows = Array.from({ length: count }, (_, n) => ({
    ...link,
    board_id: board.id,
    category_id: category.id,
    position: n % 100,
    title: `Minutes ${n % 50}`,
    extension: n % 3 === 0 ? 'link' : 'pdf',
  }));
  await server.inBoard(board.id, (tx) => tx.insertInto('documents').values(rows).execute());
  for (const sort of ['custom', 'title', 'added', 'kind']) {
    for (const descending of [false, true]) {
      const seen: { readonly id: string; readonly title: string }[] = [];
      for (let after: string | null = ''; after !== null; ) {
        const query = `?sort=${sort}&descending=${descending}${after === '' ? '' : `&after=${after}`}`;
        const page = await open(member, category.id, query);
        seen.push(...page.documents);
        after = page.next;
      }
      expect(new Set(seen.map(({ id }) => id)).size).toBe(count);
      expect(seen).toHaveLength(count);
      const inOrder = seen.map(({ title }) => title.toLowerCase());
      if (sort === 'title') {
        const sorted = inOrder.toSorted();
        expect(inOrder).toEqual(descending ? sorted.toReversed() : sorted);
      }
    }
  }
});

test('several folders and documents can be moved at once, in a given order and to a given position', async () => {
  const category = await server.make.category({ board });
  const target = await server.make.folder({ category, name: 'Target' });
  const inner = await server.make.folder({ parent: target, name: 'Inner' });
  const moving = await server.make.folder({ category, name: 'Moving' });
  const a = await server.make.document({ category, title: 'A' });
  const b = await server.make.document({ category, title: 'B' });
  const c = await server.make.document({ folder: target, title: 'C' });
  await move([documentItem(b), folderItem(moving), documentItem(a)], { kind: 'folder', id: target.id });
  const inside = await open(member, category.id, `?folder=${target.id}`);
  expect(names(inside.folders)).toEqual(['Inner', 'Moving']);
  expect(titles(inside)).toEqual(['C', 'B', 'A']);
  await move([documentItem(a)], { kind: 'folder', id: target.id }, documentItem(c));
  await move([folderItem(moving)], { kind: 'folder', id: target.id }, folderItem(inner));
  const ordered = await open(member, category.id, `?folder=${target.id}`);
  expect([names(ordered.folders), titles(ordered)]).toEqual([
    ['Moving', 'Inner'],
    ['A', 'C', 'B'],
  ]);
});

test('no folder is moved if one of the given folders belongs to another board', async () => {
  const category = await server.make.category({ board });
  const target = await server.make.folder({ category, name: 'Target' });
  const moving = await server.make.folder({ category, name: 'Moving' });
  const foreign = await server.make.folder({ category: await server.make.category() });
  const moved = await move([folderItem(moving), folderItem(foreign)], { kind: 'folder', id: target.id });
  expect(moved.status).toBe(404);
  expect(names((await open(member, category.id)).folders).toSorted()).toEqual(['Moving', 'Target']);
});

test('a folder is moved with its content, but cannot be moved into its own sub-folder or beyond the maximum depth', async () => {
  const [category, other] = [await server.make.category({ board }), await server.make.category({ board })];
  const first = await server.make.folder({ category, name: '1' });
  const second = await server.make.folder({ parent: first, name: '2' });
  const third = await server.make.folder({ parent: second, name: '3' });
  const fourth = await server.make.folder({ parent: third, name: '4' });
  await server.make.document({ folder: fourth, title: 'Deep' });
  expect((await move([folderItem(first)], { kind: 'folder', id: fourth.id })).json.msg).toBe(
    'A folder cannot be moved into itself.',
  );
  await move([folderItem(second)], { kind: 'category', id: other.id });
  expect(names((await open(member, other.id, `?folder=${fourth.id}`)).path)).toEqual(['2', '3', '4']);
  expect((await open(member, category.id)).category.counts).toEqual({ documents: 0, folders: 1 });
  let deepest = first;
  for (let level = 2; level <= 6; level += 1) deepest = await server.make.folder({ parent: deepest });
  expect((await move([folderItem(second)], { kind: 'folder', id: deepest.id })).json.msg).toBe(
    'Folders can be nested at most 8 levels deep.',
  );
});

test('a folder that is moved together with one of its sub-folders still contains that sub-folder', async () => {
  const category = await server.make.category({ board });
  const target = await server.make.folder({ category, name: 'Target' });
  const deep = await server.make.folder({ parent: target, name: 'Deep' });
  const outer = await server.make.folder({ category, name: 'Outer' });
  const inner = await server.make.folder({ parent: outer, name: 'Inner' });
  await move([folderItem(outer), folderItem(inner), folderItem(outer)], { kind: 'folder', id: deep.id });
  const opened = await open(member, category.id, `?folder=${inner.id}`);
  expect(names(opened.path)).toEqual(['Target', 'Deep', 'Outer', 'Inner']);
  expect(names((await open(member, category.id, `?folder=${deep.id}`)).folders)).toEqual(['Outer']);
});

test('an invalid page cursor is rejected', async () => {
  const category = await server.make.category({ board });
  const after = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const id = '00000000-0000-4000-8000-000000000000';
  for (const [sort, value] of [
    ['custom', null],
    ['custom', {}],
    ['custom', ['abc', id]],
    ['added', ['zzz', id]],
    ['added', ['9999-99-99 99:99:99+00', id]],
    ['added', ['2026-11-16 12:00:00+99:99', id]],
    ['added', ['2026-02-30T12:00:00Z', id]],
    ['added', ['0000-01-01T00:00:00Z', id]],
    ['added', ['+010000-01-01T00:00:00Z', id]],
    ['added', ['2026-11-16T12:00:00.1234567890123456789Z', '']],
    ['title', ['nul\u0000', id]],
    ['title', ['a', '-'.repeat(36)]],
  ] as const) {
    const answer = await member.get(`/ajax/library/categories/${category.id}?sort=${sort}&after=${after(value)}`);
    expect(answer.status, `${sort} ${JSON.stringify(value)}`).toBe(422);
  }
});

test('a group admin cannot delete a category that contains a folder they cannot see', async () => {
  const { group, client } = await groupAdmin();
  const others = await server.make.group({ board });
  const category = await server.make.category({ board, groups: [group] });
  const theirs = await server.make.folder({ category, groups: [others] });
  expect((await client.delete(`/ajax/library/categories/${category.id}`)).json.msg).toBe(
    'This category contains a folder that you cannot see. A board admin can delete it.',
  );
  expect((await open(admin, category.id, `?folder=${theirs.id}`)).path).toHaveLength(1);
  expect((await admin.delete(`/ajax/library/categories/${category.id}`)).json.status).toBe('success');
});

test('simultaneous moves of folders into each other create no cycle', async () => {
  const category = await server.make.category({ board });
  const folders = await Promise.all(Array.from({ length: 4 }, () => server.make.folder({ category })));
  await Promise.all(
    folders.flatMap((one) =>
      folders.filter((two) => two !== one).map((two) => move([folderItem(one)], { kind: 'folder', id: two.id })),
    ),
  );
  const { folders: tree } = (await admin.get('/ajax/library/tree')).json.data;
  expect(tree).toHaveLength(4);
  const parents = new Map<string, string | null>(
    tree.map((each: { id: string; parent_id: string }) => [each.id, each.parent_id]),
  );
  for (const { id } of folders) {
    const way = new Set<string>();
    for (let at: string | null | undefined = id; at; at = parents.get(at)) {
      expect(way.has(at)).toBe(false);
      way.add(at);
    }
  }
});

test('the library lists and counts only what the reader is allowed to see', async () => {
  const people = [await server.make.member({ board }), await server.make.member({ board })] as const;
  const own = await server.make.group({ board, admins: [people[0]], members: [people[1]] });
  const other = await server.make.group({ board });
  const commons = await server.make.category({ board, name: 'Commons' });
  const ours = await server.make.category({ board, name: 'Ours', groups: [own] });
  const theirs = await server.make.category({ board, name: 'Theirs', groups: [other] });
  const hidden = await server.make.category({ board, name: 'Hidden', groups: [own], hidden: true });
  const a = await server.make.folder({ category: commons, name: 'a' });
  const deleted = await server.make.folder({ parent: a, name: 'deleted' });
  const narrow = await server.make.folder({ category: commons, name: 'b own', groups: [own] });
  const folders = [
    a,
    deleted,
    narrow,
    await server.make.folder({ parent: a, name: 'a1' }),
    await server.make.folder({ parent: narrow, name: 'b1' }),
    await server.make.folder({ parent: await server.make.folder({ category: commons, hidden: true }), name: 'c1' }),
    await server.make.folder({ category: commons, name: 'd other', groups: [other] }),
    await server.make.folder({ category: ours, name: 'e other', groups: [other] }),
    // A group admin may edit this folder but cannot reach it, because its category has another audience.
    await server.make.folder({ category: theirs, name: 'f own', groups: [own] }),
  ];
  for (const folder of folders) await server.make.document({ folder });
  for (const category of [commons, ours, theirs, hidden]) await server.make.document({ category });
  await server.make.document({ category: ours, hidden: true });
  await admin.post('/ajax/library/delete', { items: [folderItem(deleted)] });
  const reached = async (client: TestClient) => {
    const places: string[] = [];
    const walk = async (categoryId: string, folderId: string | null): Promise<void> => {
      const opened = await open(client, categoryId, folderId === null ? '' : `?folder=${folderId}`);
      const { name, counts, can } = folderId === null ? opened.category : opened.path.at(-1);
      places.push(`${name} ${counts.documents} ${counts.folders}${can.edit ? ' edits' : ''}`);
      for (const folder of opened.folders) await walk(categoryId, folder.id);
    };
    for (const { id } of (await client.get('/ajax/library')).json.data.categories) await walk(id, null);
    return places;
  };
  const [chair, colleague] = [await server.signIn(people[0]), await server.signIn(people[1])];
  const [a2, a1, b, b1] = ['a 2 1', 'a1 1 0', 'b own 2 1', 'b1 1 0'] as const;
  expect(await reached(member)).toEqual(['Commons 3 1', a2, a1]);
  expect(await reached(colleague)).toEqual(['Commons 5 2', a2, a1, b, b1, 'Ours 1 0']);
  const edited = (lines: readonly string[]) => lines.map((line) => `${line} edits`);
  expect(await reached(chair)).toEqual(['Commons 5 2', a2, a1, ...edited([b, b1, 'Ours 2 0', 'Hidden 1 0'])]);
  const rest = ['Budgets 1 1', 'c1 1 0', 'd other 1 0', 'Ours 3 1', 'e other 1 0', 'Theirs 2 1', 'f own 1 0'];
  expect(await reached(admin)).toEqual(edited(['Commons 7 4', a2, a1, b, b1, ...rest, 'Hidden 1 0']));
});

test('only a top-level folder can have its own audience, and a group admin cannot open it to the whole board', async () => {
  const { group, client } = await groupAdmin();
  const [own, whole] = [
    { whole_board: false, group_ids: [group.id], member_ids: [] },
    { whole_board: true, group_ids: [], member_ids: [] },
  ];
  const category = await server.make.category({ board, groups: [group] });
  const top = await server.make.folder({ category, name: 'Top', groups: [group] });
  const inner = await server.make.folder({ parent: top, name: 'Inner' });
  const last = await server.make.folder({ category, name: 'Last' });
  const gone = await server.make.folder({ category, name: 'Gone' });
  await admin.post('/ajax/library/delete', { items: [folderItem(gone)] });
  const give = (folder: { readonly id: string }, audience: object | null) =>
    client.patch(`/ajax/library/folders/${folder.id}`, { audience });
  expect((await give(inner, own)).json.status).toBe('error');
  expect((await give(top, whole)).status).toBe(422);
  expect((await client.post('/ajax/library/categories', { name: 'New', audience: whole })).status).toBe(422);
  expect((await move([folderItem(top)], { kind: 'folder', id: last.id })).json.status).toBe('error');
  expect((await give(top, null)).json.status).toBe('success');
  await move([folderItem(top)], { kind: 'category', id: category.id }, folderItem(gone));
  expect(names((await open(client, category.id)).folders)).toEqual(['Last', 'Top']);
});

test('a group admin can edit only the group’s own folders and documents, and cannot move documents into or out of the group', async () => {
  const { group, client } = await groupAdmin();
  const others = await server.make.group({ board });
  const audience = { whole_board: false, group_ids: [group.id], member_ids: [] };
  const { id } = (await client.post('/ajax/library/categories', { name: 'Works', audience })).json.data;
  expect((await open(client, id)).can).toEqual({ edit: true });
  const wider = { audience: { ...audience, group_ids: [group.id, others.id] } };
  expect((await client.patch(`/ajax/library/categories/${id}`, wider)).status).toBe(422);

  const common = await server.make.category({ board });
  const theirs = await server.make.document({ category: common });
  const own = await server.make.folder({ category: common, name: 'Works', groups: [group] });
  const paper = await server.make.document({ folder: own, title: 'Roof' });
  const other = folderItem(await server.make.folder({ category: common, name: 'Bylaws' }));
  expect((await client.patch(`/ajax/library/folders/${own.id}`, { name: 'Works 2027' })).status).toBe(200);
  expect((await client.patch(`/ajax/library/folders/${own.id}`, { audience: null })).status).toBe(403);
  for (const [act, body] of [
    ['move', { items: [documentItem(theirs)], home: { kind: 'category', id }, before: null }],
    ['move', { items: [documentItem(paper)], home: { kind: 'category', id: common.id }, before: null }],
    ['hide', { items: [other], hidden: true }],
    ['delete', { items: [other] }],
  ] as const) {
    expect((await client.post(`/ajax/library/${act}`, body)).status).toBe(403);
  }
  expect(names((await open(member, common.id)).folders)).toEqual(['Bylaws']);
  expect(titles(await open(client, common.id, `?folder=${own.id}`))).toEqual(['Roof']);
});

test('editors can restore deleted documents and folders to their original place for 30 days', async () => {
  const category = await server.make.category({ board, name: 'Finance' });
  const folder = await server.make.folder({ category, name: 'Budgets' });
  const paper = await server.make.document({ folder, title: 'Budget 2026' });
  await admin.post('/ajax/library/delete', { items: [documentItem(paper)] });
  await admin.post('/ajax/library/delete', { items: [folderItem(folder)] });
  expect((await member.get(`/ajax/documents/${paper.id}`)).status).toBe(404);
  const { items } = (await admin.get('/ajax/library/deleted')).json.data;
  expect(items).toMatchObject([{ kind: 'folder', name: 'Budgets', path: ['Finance'], deleted_by: expect.any(String) }]);
  const restore = (item: LibraryItem) => admin.post('/ajax/library/restore', { items: [item] });
  expect((await restore(documentItem(paper))).json.msg).toBe(
    'First restore the deleted folder or category that contained this item.',
  );
  await restore(folderItem(folder));
  await restore(documentItem(paper));
  expect(titles(await open(member, category.id, `?folder=${folder.id}`))).toEqual(['Budget 2026']);
  await admin.delete(`/ajax/library/categories/${category.id}`);
  server.context.clock.advance({ minutes: 31 * 1440 });
  const later = await server.signIn(await server.make.member({ board, isBoardAdmin: true }));
  expect((await later.get('/ajax/library/deleted')).json.data.items).toEqual([]);
});

test('a group admin can list and restore only the deleted documents that they may edit', async () => {
  const { group, client } = await groupAdmin();
  const [own, others] = [await server.make.category({ board, groups: [group] }), await server.make.category({ board })];
  const paper = await server.make.document({ category: own, title: 'Ours' });
  const theirs = await server.make.document({ category: others });
  await client.post('/ajax/library/delete', { items: [documentItem(paper)] });
  await admin.post('/ajax/library/delete', { items: [documentItem(theirs)] });
  await server.sql(
    `insert into documents (board_id, category_id, title, extension, mime_type, deleted_at)
     select $1, $2, 'Theirs ' || n, 'pdf', 'application/pdf', $3::timestamptz + interval '1 minute' from generate_series(1, 2100) n`,
    [board.id, others.id, server.context.clock.now()],
  );
  const { items } = (await client.get('/ajax/library/deleted')).json.data;
  expect(names(items)).toEqual(['Ours']);
  const restore = (id: string) => client.post('/ajax/library/restore', { items: [documentItem({ id })] });
  const [deleted, unknown] = [await restore(theirs.id), await restore('019a8c9e-0000-7000-8000-000000000000')];
  expect([deleted.status, deleted.text]).toEqual([404, unknown.text]);
  expect((await restore(paper.id)).status).toBe(200);
  expect(titles(await open(client, own.id))).toEqual(['Ours']);
});

test('the kind of a link is derived from its address, and a local address is rejected', async () => {
  const category = await server.make.category({ board });
  const add = (url: string) =>
    admin.post('/ajax/library/links', { home: { kind: 'category', id: category.id }, title: 'Link', url });
  expect((await add('https://youtu.be/dQw4w9WgXcQ')).json.data.mime_type).toBe('youtube');
  expect((await add('https://example.org/guide')).json.data.mime_type).toBe('generic');
  const refused = await add('http://127.1/');
  expect([refused.status, refused.json.errors]).toEqual([422, { url: 'This field must be in url format' }]);
});

test('documents of a meeting cannot be moved into the library', async () => {
  const category = await server.make.category({ board });
  const paper = await server.make.document({ meeting: await server.make.meeting({ board }) });
  expect((await move([documentItem(paper)], { kind: 'category', id: category.id })).status).toBe(403);
});

test('the document counts of categories and folders are correct after simultaneous changes', async () => {
  const category = await server.make.category({ board });
  const folders = [await server.make.folder({ category }), await server.make.folder({ category })];
  const items: LibraryItem[] = [];
  for (let nth = 0; nth < 12; nth += 1) {
    const folder = folders[nth % 3];
    items.push(documentItem(await server.make.document(folder ? { folder } : { category })));
  }
  const post = (act: string, body: object) => admin.post(`/ajax/library/${act}`, body);
  const done = await Promise.all([
    post('hide', { items: items.slice(0, 8), hidden: true }),
    move(items.slice(2, 9).toReversed(), { kind: 'folder', id: folders[1]?.id ?? '' }),
    post('hide', { items: items.slice(4, 10).toReversed(), hidden: false }),
    post('delete', { items: items.slice(9, 12) }),
    move(items.slice(0, 5), { kind: 'category', id: category.id }),
    admin.patch(`/ajax/documents/${items[1]?.id}`, { title: 'Renamed' }),
  ]);
  expect(done.map(({ status }) => status)).not.toContain(500);
  await post('restore', { items: items.slice(10, 11) });
  const kept = await server.sql(
    `select id, document_count, hidden_count from categories where board_id = $1
     union all select id, document_count, hidden_count from folders where board_id = $1`,
    [board.id],
  );
  const rows = await server.sql(
    'select category_id, folder_id, hidden from documents where board_id = $1 and deleted_at is null',
    [board.id],
  );
  for (const place of kept) {
    const inside = rows.filter((row) => (row.category_id ?? row.folder_id) === place.id);
    expect(place).toMatchObject({
      document_count: inside.length,
      hidden_count: inside.filter((row) => row.hidden).length,
    });
  }
  expect(kept.reduce((sum, place) => sum + place.document_count, 0)).toBe(10);
});

test('folders that the editor can see in the same place must have different names', async () => {
  const finance = await server.make.group({ board });
  const { group, client } = await groupAdmin();
  const category = await server.make.category({ board, groups: [group] });
  await server.make.folder({ category, name: 'Pay', groups: [finance] });
  const budgets = await server.make.folder({ category, name: 'Budgets' });
  const create = (name: string, as = admin, home = { kind: 'category', id: category.id }) =>
    as.post('/ajax/library/folders', { home, name });
  const twice = await create(' budgets ');
  expect([twice.status, twice.json.errors]).toEqual([422, { name: 'There is already a folder with this name.' }]);
  const inside = (await create('Budgets', admin, { kind: 'folder', id: budgets.id })).json.data.id;
  expect((await move([{ kind: 'folder', id: inside }], { kind: 'category', id: category.id })).json.msg).toBe(
    'There is already a folder named “Budgets”. Rename one of them first.',
  );
  const older = (await create('Older')).json.data.id;
  const rename = (name: string) => admin.patch(`/ajax/library/folders/${older}`, { name });
  expect((await rename('BUDGETS')).json.errors).toEqual({ name: 'There is already a folder with this name.' });
  expect((await rename('OLDER')).status).toBe(200);
  expect(
    (await move([folderItem({ id: older })], { kind: 'category', id: category.id }, folderItem(budgets))).status,
  ).toBe(200);
  expect((await create('Pay')).status).toBe(422);
  expect((await create('Pay', client)).status).toBe(200);
});
