import { expect } from 'vitest';
import { type GateCheck, type GateRows, hash, type Row } from './rows.ts';

const held = async ({ put }: GateRows, board: string) => {
  const audience = await put('audiences', { board_id: board, whole_board: true });
  return { board_id: board, audience_id: audience.id };
};
/** A meeting with an item and a paper of two versions, and an announcement; each says the words that it is given. */
const board = async (
  gate: GateRows,
  words: Readonly<Record<'meeting' | 'item' | 'news' | 'paper' | 'old' | 'text', string>>,
) => {
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
  return { own: await board(gate, of('zqx')), other: await board(gate, of('wvy')) };
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
const found = (rows: readonly Row[]) => rows.map(({ id, in_title: inTitle }) => [id, inTitle]);

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
    // Even with the other board’s own words.
    expect(await ask(['wvymeeting'], other)).toEqual([]);
    expect(await ask(['wvyagenda'], other)).toEqual([]);
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
    const ask = async (words: readonly string[], of = own) =>
      found(await search(gate, 'search_documents', of.id, words));
    expect(await ask(['zqxpaper'])).toEqual([[own.paper, 1]]);
    expect(await ask(['zqxpresent'])).toEqual([[own.paper, 0]]);
    expect(await ask(['zqxpaper', 'zqxpresent'])).toEqual([[own.paper, 1]]);
    expect(await ask(['zqxformer'])).toEqual([]);
    expect(await ask(['zqxpaper', 'never'])).toEqual([]);
    expect(await ask(['wvypaper'], other)).toEqual([]);
    expect(await ask(['wvypresent'], other)).toEqual([]);
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
    expect(await alike('bdfhjkmoru', 0.3)).toEqual([]);
  },
  forget_words: async (gate) => {
    const { own, other } = await two(gate);
    const words = async (id: string) =>
      (await gate.query(`select word from vocabulary where board_id = $1 order by 1`, [id])).map(({ word }) => word);
    expect(await words(own.id)).toEqual(['shared', 'zqxformer', 'zqxpresent']);
    const file = { number: 3, filename: 'p.pdf', storage_key: 'zq/third', byte_size: 1, sha256: hash() };
    const third = await gate.put('document_versions', { board_id: own.id, document_id: own.paper, ...file });
    await gate.put('document_texts', { board_id: own.id, version_id: third.id, page: 1, text: 'zqxpresent' });
    await gate.query('delete from document_texts where version_id = $1', [own.versions[1]]);
    // Said elsewhere, too: kept. The other board says what is gone here.
    expect(await words(own.id)).toEqual(['zqxformer', 'zqxpresent']);
    expect(await words(other.id)).toEqual(['shared', 'wvyformer', 'wvypresent']);
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
