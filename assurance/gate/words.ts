import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { before, type GateCheck, type GateRows, hash, now, type Row } from './rows.ts';

const held = async ({ put }: GateRows, board: string) => {
  const audience = await put('audiences', { board_id: board, whole_board: true });
  return { board_id: board, audience_id: audience.id };
};
/** A meeting with an item and a paper of two versions, and an announcement; each says the words that it is given. */
const board = async (
  gate: GateRows,
  words: Readonly<Record<'meeting' | 'item' | 'news' | 'paper' | 'old' | 'text', string>>,
) => {
  // What is kept at the end of a transaction is kept at once.
  await gate.query('set constraints all immediate');
  const id = await gate.board();
  const meeting = (await gate.put('meetings', { ...(await held(gate, id)), type: 'remote', title: words.meeting })).id;
  await gate.put('agenda_items', { board_id: id, meeting_id: meeting, position: 1, title: words.item });
  const news = (await gate.put('announcements', { ...(await held(gate, id)), body: '{}', title: words.news })).id;
  const kind = { extension: 'pdf', mime_type: 'application/pdf', meeting_id: meeting };
  const paper = (await gate.put('documents', { board_id: id, title: words.paper, ...kind })).id;
  const versions = [];
  for (const [index, text] of [words.old, words.text].entries()) {
    const file = {
      number: index + 1,
      filename: 'p.pdf',
      storage_key: `zq/${paper}/${index}`,
      byte_size: 1,
      sha256: hash(),
    };
    const version = await gate.put('document_versions', { board_id: id, document_id: paper, ...file });
    await gate.put('document_texts', { board_id: id, version_id: version.id, page: 1, text });
    versions.push(version.id);
  }
  return { id, meeting, news, paper, versions };
};
const two = async (gate: GateRows) => {
  const of = (a: string) => ({
    ...{ meeting: `${a}meeting shared`, item: `${a}agenda shared`, news: `${a}news shared` },
    ...{ paper: `${a}paper shared`, old: `${a}former`, text: `${a}present shared` },
  });
  const boards = async () => ({ own: await board(gate, of('zqx')), other: await board(gate, of('wvy')) });
  const made = boards();
  // Keeping words is in nothing's way.
  await expect(made).resolves.toBeTypeOf('object');
  return made;
};
/** A paper of one version, which nobody has read a page of yet. */
const unread = async (
  gate: GateRows,
  { id, meeting }: { readonly id: string; readonly meeting: string },
  number = 1,
) => {
  const kind = { title: 'zqxunread', extension: 'pdf', mime_type: 'application/pdf', meeting_id: meeting };
  const paper = (await gate.put('documents', { board_id: id, ...kind })).id;
  return { paper, version: await version(gate, { id, paper }, number) };
};
const version = async (gate: GateRows, of: { readonly id: string; readonly paper: string }, number: number) => {
  const file = { filename: 'p.pdf', storage_key: `zq/${randomUUID()}`, byte_size: 1, sha256: hash() };
  return (await gate.put('document_versions', { board_id: of.id, document_id: of.paper, number, ...file })).id;
};
/** Of these documents, those whose words nobody else writes before this transaction ends, once that was done. */
const lockedBy = async ({ query }: GateRows, ids: readonly string[], work: () => Promise<unknown>) => {
  await query('savepoint unlocked');
  await work();
  const locked = await query(
    `select id from unnest($1::uuid[]) with ordinality d (id, nth) where exists (
       select from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()
         and (classid::bigint, objid::bigint) = (hashtext('document_words') & 4294967295, hashtext(id::text) & 4294967295)
     ) order by nth`,
    [ids],
  );
  await query('rollback to savepoint unlocked');
  return locked.map(({ id }) => id);
};
const actionItem = async (gate: GateRows, boardId: string, words: Row) => {
  const owner_id = await gate.member(boardId, await gate.user());
  const days = { due_on: '2026-12-08', reminders_from: '2026-11-16', created_at: new Date() };
  return (await gate.put('action_items', { board_id: boardId, body_id: boardId, owner_id, ...days, ...words })).id;
};
const motion = async (gate: GateRows, of: { readonly id: string; readonly meeting: unknown }, text: string) => {
  const at = { board_id: of.id, meeting_id: of.meeting };
  const item = await gate.put('agenda_items', { ...at, position: 2, title: 'Item' });
  return (
    await gate.put('motions', { ...at, agenda_item_id: item.id, text, state: 'proposed', created_at: new Date() })
  ).id;
};
const resolution = async (gate: GateRows, boardId: string, words: Row) => {
  const created_by = await gate.member(boardId, await gate.user());
  const made = { board_id: boardId, body_id: boardId, created_by, created_at: new Date(), ...words };
  return (await gate.put('written_resolutions', made)).id;
};
const enter = ({ query }: GateRows, id: string) => query(`select set_config('dais.board_id', $1, true)`, [id]);
/** A search as the product writes it: words with the board before them. */
const search = async (
  gate: GateRows,
  name: string,
  boardId: string,
  words: readonly string[],
  more: readonly unknown[] = [],
) => {
  const [row] = await gate.query(
    `select array(select to_tsquery('simple', quote_literal(l)) from unnest($2::text[]) w, unnest(tsvector_to_array(public.search_vector($1::uuid, w))) l)::text[] as q`,
    [boardId, words],
  );
  const places = more.map((_, index) => `, $${index + 2}`).join('');
  return gate.query(`select * from gate.${name}($1::text[]::tsquery[]${places})`, [row?.q, ...more]);
};
/** What a search finds of it, without the board. */
const wordsOfDocument = async (gate: GateRows, id: string) =>
  (
    await gate.query(
      `select substr(lexeme, 7) as word from document_words, unnest(words) where document_id = $1 order by 1`,
      [id],
    )
  ).map(({ word }) => word);
const found = (rows: readonly Row[]) => rows.map(({ id, in_title: inTitle }) => [id, inTitle]);

/** Of functions that answer one array, whose column is named as they are. */
const foundIds = async (...asked: Parameters<typeof search>) => (await search(...asked))[0]?.[asked[1]];

/** Searching reads the board that is set, whatever words it is asked for. */
export const wordChecks: Readonly<Record<string, GateCheck>> = {
  search_meetings: async (gate) => {
    const { own, other } = await two(gate);
    await enter(gate, own.id);
    const ask = async (words: readonly string[], of = own) =>
      found(await search(gate, 'search_meetings', of.id, words));
    expect(await ask(['zqxmeeting'])).toEqual([[own.meeting, 1]]);
    expect(await ask(['zqxagenda'])).toEqual([[own.meeting, 0]]);
    expect(await ask(['zqxmeeting', 'zqxagenda'])).toEqual([[own.meeting, 1]]);
    expect(await ask(['shared'])).toEqual([[own.meeting, 1]]);
    await gate.query(`update meetings set location = 'zqxhall' where id = $1`, [own.meeting]);
    expect(await ask(['zqxhall'])).toEqual([[own.meeting, 0]]);
    expect(await ask(['zqxmeeting', 'never'])).toEqual([]);
    // An item is withheld from one member, until that is lifted.
    const [kept, fellow] = [await gate.member(own.id, await gate.user()), await gate.member(own.id, await gate.user())];
    const [item] = await gate.query('select id from agenda_items where meeting_id = $1', [own.meeting]);
    const of = { board_id: own.id, member_id: kept, subject_id: item?.id, agenda_item_id: item?.id };
    await gate.put('withheld', { ...of, withheld_by: fellow, reason: 'R', withheld_at: before });
    for (const [member, found] of [
      [kept, []],
      [fellow, [[own.meeting, 0]]],
    ] as const) {
      await gate.query(`select set_config('dais.member_id', $1, true)`, [member]);
      expect(await ask(['zqxagenda'])).toEqual(found);
    }
    await gate.query(`select set_config('dais.member_id', $1, true)`, [kept]);
    expect(await ask(['zqxmeeting'])).toEqual([[own.meeting, 1]]);
    await gate.query('update withheld set lifted_at = $2 where member_id = $1', [kept, now]);
    expect(await ask(['zqxagenda'])).toEqual([[own.meeting, 0]]);
    // Even with the other board’s own words.
    expect(await ask(['wvymeeting'], other)).toEqual([]);
    expect(await ask(['wvyagenda'], other)).toEqual([]);
  },
  search_action_items: async (gate) => {
    const { own, other } = await two(gate);
    const mine = await actionItem(gate, own.id, { title: 'zqxtask shared', notes: 'zqxnote' });
    await actionItem(gate, other.id, { title: 'wvytask shared' });
    await enter(gate, own.id);
    const ask = async (words: readonly string[], of = own) =>
      found(await search(gate, 'search_action_items', of.id, words));
    expect(await ask(['zqxtask'])).toEqual([[mine, 1]]);
    expect(await ask(['zqxnote'])).toEqual([[mine, 0]]);
    expect(await ask(['zqxtask', 'shared', 'zqxnote'])).toEqual([[mine, 2]]);
    expect(await ask(['zqxtask', 'never'])).toEqual([]);
    expect(await ask(['wvytask'], other)).toEqual([]);
  },
  search_motions: async (gate) => {
    const { own, other } = await two(gate);
    const mine = await motion(gate, own, 'zqxmotion shared');
    await motion(gate, other, 'wvymotion shared');
    await enter(gate, own.id);
    const ask = async (words: readonly string[], of = own) => found(await search(gate, 'search_motions', of.id, words));
    expect(await ask(['zqxmotion'])).toEqual([[mine, 1]]);
    expect(await ask(['zqxmotion', 'shared'])).toEqual([[mine, 2]]);
    expect(await ask(['zqxmotion', 'never'])).toEqual([]);
    expect(await ask(['wvymotion'], other)).toEqual([]);
  },
  search_resolutions: async (gate) => {
    const { own, other } = await two(gate);
    const mine = await resolution(gate, own.id, { title: 'zqxtitle shared', text: 'zqxtext' });
    await resolution(gate, other.id, { title: 'wvytitle shared', text: 'wvytext' });
    await enter(gate, own.id);
    const ask = async (words: readonly string[], of = own) =>
      found(await search(gate, 'search_resolutions', of.id, words));
    expect(await ask(['zqxtitle'])).toEqual([[mine, 1]]);
    expect(await ask(['zqxtext'])).toEqual([[mine, 0]]);
    expect(await ask(['zqxtitle', 'shared', 'zqxtext'])).toEqual([[mine, 2]]);
    expect(await ask(['zqxtitle', 'never'])).toEqual([]);
    expect(await ask(['wvytitle'], other)).toEqual([]);
  },
  search_minutes: async (gate) => {
    const { own, other } = await two(gate);
    const section = async (of: typeof own, row: Row) => {
      const by = await gate.member(of.id, await gate.user());
      await gate.put('meeting_minutes', {
        board_id: of.id,
        meeting_id: of.meeting,
        begun_at: new Date(),
        begun_by: by,
      });
      const { id } = await gate.put('minutes_sections', {
        ...{ id: randomUUID(), board_id: of.id, meeting_id: of.meeting, number: '1', depth: 0, position: 0 },
        ...{ title: 'T', notes: '{}', ...row },
      });
      return id;
    };
    const mine = await section(own, { title: 'zqxsection shared', text: 'zqxnotes' });
    await section(other, { title: 'wvysection shared' });
    await enter(gate, own.id);
    const ask = async (words: readonly string[], of = own) => found(await search(gate, 'search_minutes', of.id, words));
    expect(await ask(['zqxsection'])).toEqual([[mine, 1]]);
    expect(await ask(['zqxnotes'])).toEqual([[mine, 0]]);
    expect(await ask(['zqxsection', 'zqxnotes'])).toEqual([[mine, 1]]);
    expect(await ask(['zqxsection', 'never'])).toEqual([]);
    expect(await ask(['wvysection'], other)).toEqual([]);
  },
  search_announcements: async (gate) => {
    const { own, other } = await two(gate);
    await enter(gate, own.id);
    const ask = async (words: readonly string[], of = own) =>
      found(await search(gate, 'search_announcements', of.id, words));
    await gate.put('announcements', { ...(await held(gate, own.id)), body: '{}', title: 'T', body_text: 'zqxwithin' });
    expect(await ask(['zqxnews'])).toEqual([[own.news, 1]]);
    expect((await ask(['zqxwithin'])).map(([, inTitle]) => inTitle)).toEqual([0]);
    expect(await ask(['zqxnews', 'shared'])).toEqual([[own.news, 2]]);
    expect(await ask(['zqxnews', 'never'])).toEqual([]);
    expect(await ask(['wvynews'], other)).toEqual([]);
  },
  search_documents: async (gate) => {
    const { own, other } = await two(gate);
    await enter(gate, own.id);
    const ask = (words: readonly string[], of = own) => foundIds(gate, 'search_documents', of.id, words);
    const paper = [own.paper];
    const asks = async () => {
      expect(await ask(['zqxpaper'])).toEqual(paper);
      expect(await ask(['zqxpresent'])).toEqual(paper);
      expect(await ask(['zqxpaper', 'zqxpresent'])).toEqual(paper);
      expect(await ask(['zqxformer'])).toEqual([]);
      expect(await ask(['zqxpaper', 'never'])).toEqual([]);
      expect(await ask(['wvypaper'], other)).toEqual([]);
      expect(await ask(['wvypresent'], other)).toEqual([]);
    };
    await asks();
    // As the words of a long document, each in a row of its own.
    await gate.query('update document_words set is_whole = false');
    await gate.query(
      `insert into document_words select board_id, document_id, row_number() over (partition by document_id), false, 0, version_id, array_to_tsvector(array[lexeme])
       from document_words, unnest(words)`,
    );
    await gate.query('delete from document_words where part = 0');
    await asks();
  },
  search_titles: async (gate) => {
    const { own, other } = await two(gate);
    await enter(gate, own.id);
    const ask = (words: readonly string[], of = own) => foundIds(gate, 'search_titles', of.id, words);
    expect(await ask(['zqxpaper'])).toEqual([own.paper]);
    expect(await ask(['never', 'zqxpaper'])).toEqual([own.paper]);
    expect(await ask(['zqxpaper', 'zqxpaper'])).toEqual([own.paper, own.paper]);
    expect(await ask(['zqxpresent'])).toEqual([]);
    expect(await ask(['wvypaper'], other)).toEqual([]);
  },
  search_pages: async (gate) => {
    const { own, other } = await two(gate);
    await enter(gate, own.id);
    const ask = (words: readonly string[], versions: readonly string[], of = own) =>
      search(gate, 'search_pages', of.id, words, [versions]);
    const [former, present] = own.versions;
    expect(await ask(['zqxpresent'], own.versions)).toEqual([{ version_id: present, page: 1, found: 1 }]);
    expect(await ask(['zqxpresent'], [former ?? ''])).toEqual([]);
    expect(await ask(['zqxpresent', 'shared'], own.versions)).toEqual([{ version_id: present, page: 1, found: 2 }]);
    expect(await ask(['wvypresent'], other.versions, other)).toEqual([]);
  },
  similar_words: async (gate) => {
    const { own } = await two(gate);
    await enter(gate, own.id);
    const alike = async (word: string, min = 0.6) =>
      (await gate.ask('similar_words($1, $2)', [[word], min])).map(({ word: known }) => known).toSorted();
    for (const word of ['zqxmeeting', 'zqxagenda', 'zqxnews', 'zqxpaper', 'zqxpresent']) {
      expect(await alike(word)).toEqual([word]);
    }
    for (const word of ['wvymeeting', 'wvyagenda', 'wvynews', 'wvypaper', 'wvypresent']) {
      expect(await alike(word)).toEqual([]);
    }
    expect(await alike('zqxpresen')).toEqual(['zqxpresent']);
    // Alike enough, but too long; of the same length, but not alike.
    expect(await alike('zqxpre', 0.1)).not.toContain('zqxpresent');
    expect(await alike('zqxpresents', 0.1)).toContain('zqxpresent');
    expect(await alike('bdfhjkmoru', 0.3)).toEqual([]);
    // However little is asked for, it is something.
    expect(await alike('bdfhjkmoru', 0)).toEqual([]);
    // The word has all of these letters, but many others.
    expect(await alike('zqxpres')).toEqual([]);
    // Letters begin with six characters of their board, which another board may share.
    const twins = [2922, 2989].map((nth) => `00000000-0000-4000-8000-00000000${nth}`);
    for (const id of twins) await gate.board({ id });
    const [mine = '', twin = ''] = twins;
    expect(await gate.query('select from unnest($1::uuid[]) id group by search_board(id)', [twins])).toHaveLength(1);
    await gate.put('vocabulary', { board_id: twin, word: 'zqxtwin' });
    await enter(gate, mine);
    expect(await alike('zqxtwin')).toEqual([]);
  },
  forget_words: async (gate) => {
    const { own, other } = await two(gate);
    const words = async (id: string) =>
      (await gate.query(`select word from vocabulary where board_id = $1 order by 1`, [id])).map(({ word }) => word);
    const titles = (a: string) => [`${a}agenda`, `${a}meeting`, `${a}news`, `${a}paper`];
    expect(await words(own.id)).toEqual(['shared', ...titles('zqx'), 'zqxformer', 'zqxpresent'].toSorted());
    const file = { number: 3, filename: 'p.pdf', storage_key: 'zq/third', byte_size: 1, sha256: hash() };
    const third = await gate.put('document_versions', { board_id: own.id, document_id: own.paper, ...file });
    await gate.put('document_texts', { board_id: own.id, version_id: third.id, page: 1, text: 'zqxpresent' });
    await gate.put('document_texts', {
      board_id: other.id,
      version_id: other.versions[0],
      page: 2,
      text: 'zqxpresent',
    });
    await gate.query('delete from document_texts where version_id = $1', [own.versions[1]]);
    // Said elsewhere, too: kept.
    expect(await words(own.id)).toEqual(['shared', ...titles('zqx'), 'zqxformer', 'zqxpresent'].toSorted());
    await gate.query('delete from document_texts where version_id = any($1)', [[own.versions[0], third.id]]);
    expect(await words(own.id)).toEqual(['shared', ...titles('zqx')].toSorted());
    // The other board says what is gone here.
    const others = ['shared', ...titles('wvy'), 'wvyformer', 'wvypresent', 'zqxpresent'];
    expect(await words(other.id)).toEqual(others.toSorted());
  },
  keep_vocabulary: async (gate) => {
    const { own, other } = await two(gate);
    const words = async () =>
      (await gate.query(`select word from vocabulary where board_id = $1 order by 1`, [own.id])).map(
        ({ word }) => word,
      );
    await gate.query(`update meetings set title = 'zqxmoot shared 12345 abc' where id = $1`, [own.meeting]);
    // The other board says what will be gone here.
    await gate.query(`update meetings set title = title || ' zqxmoot' where id = $1`, [other.meeting]);
    const all = ['shared', 'zqxagenda', 'zqxformer', 'zqxmoot', 'zqxnews', 'zqxpaper', 'zqxpresent'];
    expect(await words()).toEqual(all);
    // What is left of it is said in one place each: in an agenda, an announcement, a title and on a page.
    await gate.query(`update agenda_items set title = 'zqxnews zqxpresent' where board_id = $1`, [own.id]);
    expect(await words()).toEqual(all.filter((word) => word !== 'zqxagenda'));
    await gate.query(`delete from agenda_items where board_id = $1`, [own.id]);
    expect(await words()).toEqual(all.filter((word) => word !== 'zqxagenda'));
    for (const [table, gone] of [
      ['announcements', 'zqxnews'],
      ['meetings', 'zqxmoot'],
      ['documents', 'zqxpaper'],
    ] as const) {
      await gate.query(`update ${table} set title = 'shared' where board_id = $1`, [own.id]);
      expect(await words()).not.toContain(gone);
      expect(await words()).toContain('shared');
    }
    expect(await words()).toEqual(['shared', 'zqxformer', 'zqxpresent']);
    // An action item holds a word that the title of a paper has given up.
    const task = await actionItem(gate, own.id, { title: 'zqxtask shared' });
    for (const title of ['zqxtask', 'shared']) {
      await gate.query(`update documents set title = $2 where board_id = $1`, [own.id, title]);
      expect(await words()).toContain('zqxtask');
    }
    await gate.query(`update action_items set title = 'shared zqxlast' where id = $1`, [task]);
    expect(await words()).toEqual(['shared', 'zqxformer', 'zqxlast', 'zqxpresent']);
    await gate.query('delete from action_items where id = $1', [task]);
    expect(await words()).toEqual(['shared', 'zqxformer', 'zqxpresent']);
    const kept = await gate.query(`select word from vocabulary where board_id = $1`, [other.id]);
    expect(kept).toHaveLength(8);
    expect(kept).toContainEqual({ word: 'zqxmoot' });
  },
  index_pages: async (gate) => {
    const { own, other } = await two(gate);
    const wordsOf = (id: string) => wordsOfDocument(gate, id);
    const [former, present] = own.versions;
    const before = await wordsOf(own.paper);
    expect(before).toEqual(['shared', 'zqxpaper', 'zqxpaper shared', 'zqxpresent', 'zqxpresent shared']);
    const page = (version: string | undefined, number: number, text: string) =>
      gate.put('document_texts', { board_id: own.id, version_id: version, page: number, text });
    // Another document has had more versions.
    await unread(gate, own, 9);
    const { paper: aside } = await unread(gate, own);
    const read = lockedBy(gate, [own.paper, aside], () => page(present, 3, 'zqxpage'));
    await expect(read).resolves.toEqual([own.paper]);
    await page(present, 2, 'shared zqxmore');
    expect(await wordsOf(own.paper)).toEqual([...before, 'shared zqxmore', 'zqxmore'].toSorted());
    // Of an earlier version, and of the other board.
    await page(former, 2, 'zqxlate');
    expect(await wordsOf(own.paper)).not.toContain('zqxlate');
    expect(await wordsOf(other.paper)).toHaveLength(5);
  },
  index_document: async (gate) => {
    const { own, other } = await two(gate);
    const wordsOf = (id: string) => wordsOfDocument(gate, id);
    const title = ['shared', 'zqxpaper', 'zqxpaper shared'];
    const kind = { extension: 'pdf', mime_type: 'application/pdf', meeting_id: own.meeting };
    const bare = await gate.put('documents', { board_id: own.id, title: 'zqxbare', ...kind });
    expect(await wordsOf(bare.id)).toEqual(['zqxbare']);
    const third = await version(gate, { id: own.id, paper: own.paper }, 3);
    expect(await wordsOf(own.paper)).toEqual(title);
    await expect(gate.query('delete from document_versions where id = $1', [third])).resolves.toEqual([]);
    expect(await wordsOf(own.paper)).toEqual([...title, 'zqxpresent', 'zqxpresent shared']);
    const { paper, version: only } = await unread(gate, own);
    const locks = async (work: () => Promise<unknown>, papers: readonly string[]) =>
      expect(lockedBy(gate, [own.paper, paper], work)).resolves.toEqual(papers);
    const forget = () => gate.query('delete from document_texts where version_id = any($1)', [own.versions]);
    const of = (sql: string, id: string) => () => gate.query(`${sql} where id = $1`, [id]);
    // Who writes the same words waits.
    await locks(() => version(gate, { id: own.id, paper }, 2), [own.paper, paper]);
    await locks(of(`update documents set title = 'zqxtitle'`, paper), [own.paper, paper]);
    await locks(of('delete from document_versions', only), [own.paper, paper]);
    // Nobody waits for a first version, which has no pages yet, for a document that goes, and for another document’s pages.
    await locks(async () => undefined, [own.paper]);
    await locks(of('delete from documents', paper), [own.paper]);
    await locks(forget, [own.paper]);
    await forget();
    expect(await wordsOf(own.paper)).toEqual(title);
    await gate.query(`update documents set title = 'zqxother' where id = $1`, [own.paper]);
    expect(await wordsOf(own.paper)).toEqual(['zqxother']);
    await gate.query('delete from documents where id = $1', [own.paper]);
    expect(await wordsOf(own.paper)).toEqual([]);
    expect(await wordsOf(other.paper)).toHaveLength(5);
  },
  learn_words: async (gate) => {
    const { own } = await two(gate);
    const text = 'abc 12345 zqxlearned';
    await gate.put('document_texts', { board_id: own.id, version_id: own.versions[0], page: 2, text });
    const learned = await gate.query(`select word from vocabulary where board_id = $1 and word = any($2)`, [
      ...[own.id, ['abc', '12345', 'zqxlearned']],
    ]);
    expect(learned).toEqual([{ word: 'zqxlearned' }]);
  },
};
