import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import type { BoardTransaction } from '#server/db/database.ts';
import { boardStage } from '#tests/support/board-stage.ts';
import { testApp } from '#tests/support/test-app.ts';

const server = testApp();
const { board, reader } = boardStage(server);
let category: { readonly id: string; readonly boardId: string };
beforeEach(async () => {
  category = await server.make.category({ board });
});

interface Paper {
  title: string;
  readonly versions: { readonly id: string; readonly pages: string[] }[];
}

const write = <T>(work: (tx: BoardTransaction) => Promise<T>): Promise<T> => server.inBoard(board.id, work);

async function addVersion(documentId: string, number: number): Promise<string> {
  const id = randomUUID();
  const file = { filename: 'a.pdf', storage_key: `test/${id}`, byte_size: 1, sha256: Buffer.alloc(32) };
  const version = { id, board_id: board.id, document_id: documentId, number, ...file };
  await write((tx) => tx.insertInto('document_versions').values(version).execute());
  return id;
}

const addPage = (versionId: string, page: number, text: string) =>
  write((tx) =>
    tx.insertInto('document_texts').values({ board_id: board.id, version_id: versionId, page, text }).execute(),
  );

async function ask(searchString: string, skip = 0) {
  const answered = await reader.post('/search', { itemType: 'documents', searchString, skip });
  expect(answered.status).toBe(200);
  return answered.json.data;
}
const idsOf = (results: readonly { readonly id: string }[]) => results.map(({ id }) => id);
async function find(searchString: string): Promise<readonly string[]> {
  const { closeness, results } = await ask(searchString);
  return closeness === 'exact' ? idsOf(results) : [];
}

const anyWord = fc.constantFrom('alder', 'alderman', 'ash', 'beech', 'bee', '2026', '27');
const anyWords = (minLength: number, maxLength: number) => fc.array(anyWord, { minLength, maxLength });
const anyText = anyWords(1, 6).map((all) => all.join(' '));
const anyTerm = fc.oneof(
  anyWord.map((word) => ({ typed: word, words: [word], isExact: false })),
  anyWord.map((word) => ({ typed: word.slice(0, 2), words: [word.slice(0, 2)], isExact: false })),
  anyWords(1, 4).map((words) => ({ typed: `"${words.join(' ')}"`, words, isExact: true })),
  anyWords(2, 3).map((words) => ({ typed: words.join('-'), words, isExact: false })),
);
type Term = { readonly words: readonly string[]; readonly isExact: boolean };

const anyStep = fc.record({
  kind: fc.constantFrom('add', 'rename', 'replace', 'page', 'forget', 'remove'),
  which: fc.nat(9),
  version: fc.nat(3),
  title: anyText,
  pages: fc.array(anyText, { maxLength: 3 }),
});
type Step = typeof anyStep extends fc.Arbitrary<infer T> ? T : never;

async function take(papers: Map<string, Paper>, { kind, title, pages, ...step }: Step): Promise<void> {
  if (kind === 'add') {
    const made = await server.make.document({ category, title, pages });
    papers.set(made.id, { title, versions: [{ id: made.versionId, pages: [...pages] }] });
    return;
  }
  const [id, paper] = [...papers][step.which % Math.max(1, papers.size)] ?? [];
  const version = paper?.versions[step.version % paper.versions.length];
  if (id === undefined || paper === undefined || version === undefined) return;
  switch (kind) {
    case 'rename':
      await write((tx) => tx.updateTable('documents').set({ title }).where('id', '=', id).execute());
      paper.title = title;
      return;
    case 'replace':
      paper.versions.push({ id: await addVersion(id, paper.versions.length + 1), pages: [] });
      return;
    case 'page':
      version.pages.push(title);
      await addPage(version.id, version.pages.length, title);
      return;
    case 'forget':
      await write((tx) => tx.deleteFrom('document_texts').where('version_id', '=', version.id).execute());
      version.pages.length = 0;
      return;
    case 'remove':
      await write((tx) => tx.deleteFrom('documents').where('id', '=', id).execute());
      papers.delete(id);
  }
}

function holds({ title, versions }: Paper, { words: wanted, isExact }: Term): boolean {
  return [title, ...(versions.at(-1)?.pages ?? [])].some((text) => {
    const read = text.split(' ');
    return read.some((_, from) =>
      wanted.every((word, index) => {
        const here = read[from + index];
        return index === wanted.length - 1 && !isExact ? here?.startsWith(word) : here === word;
      }),
    );
  });
}

/** Hits with more terms in the title come first. All have the same time, so ties are sorted by id, highest first. */
const inOrder = (read: readonly (readonly [string, Paper])[], terms: readonly Term[]): readonly string[] => {
  const inTitle = ({ title }: Paper): number => terms.filter((term) => holds({ title, versions: [] }, term)).length;
  return read
    .toSorted(([one, here], [other, there]) => inTitle(there) - inTitle(here) || (one < other ? 1 : -1))
    .map(([id]) => id);
};

test('a search finds the same documents in the same order as a full scan, after any changes', async () => {
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

test('a document with too many words for one index row is found by any of its words', async () => {
  const page = (nth: number): string => Array.from({ length: 14_000 }, (_, word) => `word${nth}of${word}`).join(' ');
  const paper = await server.make.document({ category, title: 'Long list.pdf', pages: [page(1), page(2)] });
  await addPage(paper.versionId, 3, page(3));
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

test('a phrase is found only within one title or one page of the current version', async () => {
  const paper = await server.make.document({ category, title: 'Paper.pdf', pages: ['one two three'] });
  const phrase = '"one two three"';
  expect(await find(phrase)).toEqual([paper.id]);
  await addPage(await addVersion(paper.id, 2), 1, 'one two one three two three four');
  expect(await find('"one two" "two three"')).toEqual([paper.id]);
  expect(await find(phrase)).toEqual([]);
  const titled = await server.make.document({ category, title: 'One two three' });
  expect(await find(phrase)).toEqual([titled.id]);
});

test('the count of a phrase in many documents is approximate at first and exact on the last page', async () => {
  const many = 1_010;
  await write((tx) =>
    sql`
      with made as (
        insert into documents (board_id, category_id, title, extension, mime_type, created_at)
        select ${board.id}, ${category.id}, 'Paper ' || n, 'pdf', 'application/pdf', now() - n * interval '1 minute'
        from generate_series(1, ${many}::int) n returning id
      )
      insert into document_versions (board_id, document_id, number, filename, storage_key, byte_size, sha256)
      select ${board.id}, made.id, 1, 'a.pdf', 'test/' || made.id, 1, sha256('a') from made
    `.execute(tx),
  );
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
  for (const [skip, shown, counted, next] of [
    [0, 20, many, 20],
    [20, 10, 30, null],
  ] as const) {
    const answer = await ask('"minutes of every meeting"', skip);
    const titles = answer.results.map(({ title }: { readonly title: readonly { readonly text: string }[] }) => title);
    expect(titles.map(([piece]: readonly { readonly text: string }[]) => piece?.text)).toEqual(
      Array.from({ length: shown }, (_, at) => `Paper ${skip + at + 4}`),
    );
    expect([answer.counts.documents, answer.next]).toEqual([counted, next]);
  }
}, 120_000);

test.each([
  ['minutes', ['minutes ash, minutes', 'ash, oak']],
  ['minutes ash', ['minutes ash', 'minutes, ash', 'oak']],
])(
  'the result pages for “%s” list documents with more of the words in the title first, without gaps or duplicates',
  async (typed, ranks) => {
    const titles = ['minutes ash', 'minutes', 'ash', 'oak'];
    const made: { readonly id: string; readonly title: string }[] = [];
    for (let nth = 0; nth < 52; nth += 1) {
      const title = titles[nth % titles.length] ?? '';
      const createdAt = new Date(Date.UTC(2026, 0, 1, 0, nth)).toISOString();
      const { id } = await server.make.document({ category, title, pages: ['minutes and ash'], createdAt });
      made.unshift({ id, title });
    }
    const ranked = ranks.flatMap((rank) => made.filter(({ title }) => rank.split(', ').includes(title)));
    const read: string[] = [];
    for (let skip: number | null = 0; skip !== null; ) {
      const answer = await ask(typed, skip);
      read.push(...idsOf(answer.results));
      expect(answer.counts.documents).toBe(made.length);
      skip = answer.next;
    }
    expect(read).toEqual(idsOf(ranked));
  },
);
