import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import type { BoardTransaction } from '#server/db/database.ts';
import type { TestClient } from '#tests/support/client.ts';
import { inBoard, type MadeBoard } from '#tests/support/factories.ts';
import { testApp } from '#tests/support/test-app.ts';

const server = testApp();
let board: MadeBoard;
let category: { readonly id: string; readonly boardId: string };
let reader: TestClient;
beforeEach(async () => {
  board = await server.make.board();
  category = await server.make.category({ board });
  reader = await server.signIn(await server.make.member({ board }));
});

/** What stands in a document now. */
interface Paper {
  title: string;
  readonly versions: { readonly id: string; readonly pages: Map<number, string> }[];
}

const write = <T>(work: (tx: BoardTransaction) => Promise<T>): Promise<T> => server.inBoard(board.id, work);

async function addVersion(documentId: string, number: number): Promise<string> {
  const id = randomUUID();
  const file = { filename: 'a.pdf', storage_key: `test/${id}`, byte_size: 1, sha256: Buffer.alloc(32) };
  await write((tx) =>
    tx
      .insertInto('document_versions')
      .values({ id, board_id: board.id, document_id: documentId, number, ...file })
      .execute(),
  );
  return id;
}

const addPages = (versionId: string, pages: readonly (readonly [number, string])[]) =>
  write((tx) =>
    tx
      .insertInto('document_texts')
      .values(pages.map(([page, text]) => ({ board_id: board.id, version_id: versionId, page, text })))
      .execute(),
  );

async function find(searchString: string): Promise<readonly string[]> {
  const answered = await reader.post('/search', { itemType: 'documents', searchString });
  expect(answered.status).toBe(200);
  const { closeness, results } = answered.json.data;
  return closeness === 'exact' ? results.map(({ id }: { readonly id: string }) => id) : [];
}

const words = ['alder', 'alderman', 'ash', 'beech', 'bee', '2026', '27'] as const;
const anyWord = fc.constantFrom(...words);
const anyText = fc.array(anyWord, { minLength: 1, maxLength: 6 }).map((all) => all.join(' '));
const anyTerm = fc.oneof(
  anyWord.map((word) => ({ typed: word, words: [word], isExact: false })),
  anyWord.map((word) => ({ typed: word.slice(0, 2), words: [word.slice(0, 2)], isExact: false })),
  fc
    .array(anyWord, { minLength: 1, maxLength: 4 })
    .map((all) => ({ typed: `"${all.join(' ')}"`, words: all, isExact: true })),
  fc
    .array(anyWord, { minLength: 2, maxLength: 3 })
    .map((all) => ({ typed: all.join('-'), words: all, isExact: false })),
);
type Term = { readonly words: readonly string[]; readonly isExact: boolean };

const anyStep = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), title: anyText, pages: fc.array(anyText, { maxLength: 3 }) }),
  fc.record({ kind: fc.constant('rename' as const), which: fc.nat(9), title: anyText }),
  fc.record({ kind: fc.constant('replace' as const), which: fc.nat(9) }),
  fc.record({ kind: fc.constant('page' as const), which: fc.nat(9), version: fc.nat(3), text: anyText }),
  fc.record({ kind: fc.constant('forget' as const), which: fc.nat(9), version: fc.nat(3) }),
  fc.record({ kind: fc.constant('remove' as const), which: fc.nat(9) }),
);
type Step = typeof anyStep extends fc.Arbitrary<infer T> ? T : never;

async function take(papers: Map<string, Paper>, step: Step): Promise<void> {
  if (step.kind === 'add') {
    const { title, pages } = step;
    const made = await server.make.document({ category, title, pages });
    const numbered = new Map(pages.map((text, index) => [index + 1, text]));
    papers.set(made.id, { title, versions: [{ id: made.versionId, pages: numbered }] });
    return;
  }
  const [id, paper] = [...papers][step.which % Math.max(1, papers.size)] ?? [];
  if (id === undefined || paper === undefined) return;
  const { versions } = paper;
  switch (step.kind) {
    case 'rename':
      await write((tx) => tx.updateTable('documents').set({ title: step.title }).where('id', '=', id).execute());
      paper.title = step.title;
      return;
    case 'replace':
      versions.push({ id: await addVersion(id, versions.length + 1), pages: new Map() });
      return;
    case 'page': {
      const version = versions[step.version % versions.length];
      if (!version) return;
      const page = version.pages.size + 1;
      await addPages(version.id, [[page, step.text]]);
      version.pages.set(page, step.text);
      return;
    }
    case 'forget': {
      const version = versions[step.version % versions.length];
      if (!version) return;
      await write((tx) => tx.deleteFrom('document_texts').where('version_id', '=', version.id).execute());
      version.pages.clear();
      return;
    }
    case 'remove':
      await write((tx) => tx.deleteFrom('documents').where('id', '=', id).execute());
      papers.delete(id);
  }
}

/** As a reader would: one after the other, in the title or on one page of the current version. */
function holds({ title, versions }: Paper, { words: wanted, isExact }: Term): boolean {
  return [title, ...(versions.at(-1)?.pages.values() ?? [])].some((text) => {
    const read = text.split(' ');
    return read.some((_, from) =>
      wanted.every((word, index) => {
        const here = read[from + index];
        return index === wanted.length - 1 && !isExact ? here?.startsWith(word) : here === word;
      }),
    );
  });
}

/** More of the words in the title first, then the newest: all are made at one instant, where the greater id comes first. */
const inOrder = (read: readonly (readonly [string, Paper])[], terms: readonly Term[]): readonly string[] => {
  const inTitle = ({ title }: Paper): number => terms.filter((term) => holds({ title, versions: [] }, term)).length;
  return read
    .toSorted(([one, here], [other, there]) => inTitle(there) - inTitle(here) || (one < other ? 1 : -1))
    .map(([id]) => id);
};

test('what a search finds, and in which order, is what a plain reading of titles and pages finds, whatever came and went', async () => {
  await fc.assert(
    fc
      .asyncProperty(
        fc.array(anyStep, { minLength: 3, maxLength: 10 }),
        fc.array(fc.array(anyTerm, { minLength: 1, maxLength: 3 }), { minLength: 8, maxLength: 8 }),
        async (steps, searches) => {
          const papers = new Map<string, Paper>();
          for (const step of steps) await take(papers, step);
          for (const terms of searches) {
            const read = [...papers].filter(([, paper]) => terms.every((term) => holds(paper, term)));
            const typed = terms.map((term) => term.typed).join(' ');
            expect([typed, await find(typed)]).toEqual([typed, inOrder(read, terms)]);
          }
        },
      )
      .afterEach(() => write((tx) => tx.deleteFrom('documents').execute())),
    { numRuns: 25 },
  );
}, 120_000);

test('a document of more words than one row holds is found by any of them, wherever they stand', async () => {
  const page = (nth: number): string => Array.from({ length: 14_000 }, (_, word) => `word${nth}of${word}`).join(' ');
  const paper = await server.make.document({ category, title: 'Long list.pdf', pages: [page(1), page(2)] });
  await addPages(paper.versionId, [[3, page(3)]]);
  const rows = await write((tx) =>
    tx.selectFrom('document_words').select(['part', 'is_whole']).where('document_id', '=', paper.id).execute(),
  );
  expect(rows.length).toBeGreaterThan(1);
  expect(rows.every(({ is_whole: isWhole }) => !isWhole)).toBe(true);
  expect(await find('list word1of0 word2of13999 word3of77')).toEqual([paper.id]);
  expect(await find('"word3of13998 word3of13999" long')).toEqual([paper.id]);
  expect(await find('"word1of1 word1of2 word1of3"')).toEqual([paper.id]);
  expect(await find('"word1of1 word1of3"')).toEqual([]);
  expect(await find('word1of0 word4of0')).toEqual([]);
  await addVersion(paper.id, 2);
  expect(await find('word1of0')).toEqual([]);
  expect(await find('long list')).toEqual([paper.id]);
}, 60_000);

test('a long phrase is in one title or on one page of the current version, and in no two pieces', async () => {
  const paper = await server.make.document({ category, title: 'Paper.pdf', pages: ['one two three'] });
  const phrase = '"one two three"';
  expect(await find(phrase)).toEqual([paper.id]);
  const current = await addVersion(paper.id, 2);
  await addPages(current, [[1, 'one two one three two three four']]);
  expect(await find('"one two" "two three"')).toEqual([paper.id]);
  expect(await find(phrase)).toEqual([]);
  // The title of another document is none of its own.
  const titled = await server.make.document({ category, title: 'One two three' });
  expect(await find(phrase)).toEqual([titled.id]);
});

test('of more documents than are checked one by one, a phrase shows those alone that hold it, and counts them at its end', async () => {
  const many = 1_010;
  await write((tx) =>
    sql`
      with made as (
        insert into documents (board_id, category_id, title, extension, mime_type, created_at)
        select ${board.id}, ${category.id}, 'Paper ' || n, 'pdf', 'application/pdf', now() - n * interval '1 minute'
        from generate_series(1, ${many}::int) n returning id, title
      ), version as (
        insert into document_versions (board_id, document_id, number, filename, storage_key, byte_size, sha256)
        select ${board.id}, made.id, 1, 'a.pdf', 'test/' || made.id, 1, sha256('a') from made returning id, document_id
      )
      select count(*) from version
    `.execute(tx),
  );
  // Each has the neighbours; thirty of them, after the newest three, have all in a row.
  await write((tx) =>
    sql`
      insert into document_texts (board_id, version_id, page, text)
      select version.board_id, version.id, 1, case
        when ranked.nth between 4 and 33 then 'minutes of every meeting' else 'minutes of every paper. Of every meeting.'
      end
      from document_versions version join (
        select id, row_number() over (order by created_at desc) as nth from documents where board_id = ${board.id}
      ) ranked on ranked.id = version.document_id
    `.execute(tx),
  );
  const ask = async (skip: number) =>
    (await reader.post('/search', { itemType: 'documents', searchString: '"minutes of every meeting"', skip })).json
      .data;
  const titlesOf = (answer: Awaited<ReturnType<typeof ask>>): readonly string[] =>
    answer.results.map(({ title }: { readonly title: readonly { readonly text: string }[] }) => title[0]?.text);
  const first = await ask(0);
  expect(titlesOf(first)).toEqual(Array.from({ length: 20 }, (_, at) => `Paper ${at + 4}`));
  // At most.
  expect([first.counts.documents, first.next]).toEqual([many, 20]);
  const second = await ask(20);
  expect(titlesOf(second)).toEqual(Array.from({ length: 10 }, (_, at) => `Paper ${at + 24}`));
  expect([second.counts.documents, second.next]).toEqual([30, null]);
}, 120_000);

test.each<readonly [string, readonly (readonly number[])[]]>([
  [
    'minutes',
    [
      [0, 1],
      [2, 3],
    ],
  ],
  ['minutes ash', [[0], [1, 2], [3]]],
])(
  'pages of “%s” go from titles that have it to those that do not, without a gap or a double',
  async (typed, kinds) => {
    // Newest last; every fourth title has both words, one word, the other, none. Pages have both.
    const titles = ['minutes ash', 'minutes', 'ash', 'oak'] as const;
    const ids: string[] = [];
    for (let nth = 0; nth < 52; nth += 1) {
      const title = titles[nth % titles.length] ?? '';
      ids.push((await server.make.document({ category, title, pages: ['minutes and ash'] })).id);
    }
    await write((tx) =>
      sql`
        update documents set created_at = created_at + array_position(${ids}::uuid[], id) * interval '1 minute' where id = any(${ids}::uuid[])
      `.execute(tx),
    );
    const ranked = kinds.flatMap((kind) => ids.filter((_, nth) => kind.includes(nth % titles.length)).toReversed());
    const read: string[] = [];
    for (let skip: number | null = 0; skip !== null; ) {
      const { json } = await reader.post('/search', { itemType: 'documents', searchString: typed, skip });
      read.push(...json.data.results.map(({ id }: { readonly id: string }) => id));
      expect(json.data.counts.documents).toBe(ids.length);
      skip = json.data.next;
    }
    expect(read).toEqual(ranked);
  },
);
