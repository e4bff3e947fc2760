import { type RawBuilder, sql } from 'kysely';
import type { SearchResult } from '#contract/search.ts';
import type { WordsToHighlight } from '#domain/find-in-text.ts';
import type { SearchPart } from '#domain/search.ts';
import type { BoardScope } from '#server/db/board-scope.ts';

/** `most` 0: hits are only counted. */
export interface FindRequest {
  readonly terms: readonly SearchTerm[];
  readonly skip: number;
  readonly most: number;
}

/** Hits of one type; all visible ones are counted. */
export interface FoundResults {
  readonly count: number;
  readonly results: readonly SearchResult[];
}

/** Counts hits and selects a page of them: those with more of the words in the title first, then the newest. */
export async function selectHits(
  scope: BoardScope,
  { skip, most }: Pick<FindRequest, 'skip' | 'most'>,
  /** Columns `id`, `in_title` and `at`, of visible rows alone. */
  hits: RawBuilder<unknown>,
): Promise<{ readonly count: number; readonly ids: readonly string[] }> {
  const { rows } = await sql<{ count: number; ids: string[] }>`
    with hit as materialized (${hits})
    select (select count(*) from hit)::int as count,
      array(select id from hit order by in_title desc, at desc, id limit ${most} offset ${skip}) as ids
  `.execute(scope.tx);
  return rows[0] ?? { count: 0, ids: [] };
}

export function inOrderOfIds<Row extends { readonly id: string }>(rows: readonly Row[], ids: readonly string[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** One required thing, in one of several wordings. */
export type SearchTerm = readonly WordsToHighlight[];

/** Folds what was typed into the words that PostgreSQL compares. */
export async function foldTerms(scope: BoardScope, parts: readonly SearchPart[]): Promise<readonly SearchTerm[]> {
  const texts = parts.map(({ text }) => text);
  const { rows } = await sql<{ folded: string }>`
    select search_fold(given.text) as folded
    from unnest(${texts}::text[]) with ordinality given (text, nth) order by given.nth
  `.execute(scope.tx);
  return rows.flatMap(({ folded }, index) =>
    folded === '' ? [] : [[{ words: folded.split(' '), isExact: parts[index]?.isPhrase === true }]],
  );
}

/** As `tsquery`: the board's vectors prefix each word with `search_board`. */
export function termQueries(scope: Pick<BoardScope, 'board'>, terms: readonly SearchTerm[]): RawBuilder<unknown> {
  const texts = terms.map((ways) => ways.map(queryOf).join(' | '));
  return sql`array(
    select to_tsquery('simple', replace(given.text, '~', search_board(${scope.board.id}::uuid)))
    from unnest(${texts}::text[]) with ordinality given (text, nth) order by given.nth
  )`;
}

/** Folded words hold letters and digits alone, so that nothing needs escaping. */
function queryOf({ words, isExact }: WordsToHighlight): string {
  const all = words.map((word, index) => `'~${word}'${!isExact && index === words.length - 1 ? ':*' : ''}`);
  return `(${all.join(' <-> ')})`;
}

/** Everything that a result may highlight. */
export const wordsToMark = (terms: readonly SearchTerm[]): readonly WordsToHighlight[] => terms.flat();
