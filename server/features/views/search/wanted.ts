import { type RawBuilder, sql } from 'kysely';
import type { WordsToMark } from '#domain/marked-words.ts';
import type { SearchPart } from '#domain/search-words.ts';
import type { BoardScope } from '#server/db/board-scope.ts';

/** One thing that must be there, in one of several words. */
export type Wanted = readonly WordsToMark[];

/** What was typed, as the words that PostgreSQL compares; nothing but words is left of it. */
export async function foldParts(scope: BoardScope, parts: readonly SearchPart[]): Promise<readonly Wanted[]> {
  const texts = parts.map(({ text }) => text);
  const { rows } = await sql<{ folded: string }>`
    select search_fold(given.text) as folded
    from unnest(${texts}::text[]) with ordinality given (text, nth) order by given.nth
  `.execute(scope.tx);
  return rows.flatMap(({ folded }, index) =>
    folded === '' ? [] : [[{ words: folded.split(' '), isExact: parts[index]?.isPhrase === true }]],
  );
}

/** The same for PostgreSQL: words as they stand in the board's vectors, which `search_board` begins. */
export function wantedQueries(scope: Pick<BoardScope, 'board'>, wanted: readonly Wanted[]): RawBuilder<unknown> {
  const texts = wanted.map((ways) => ways.map(queryOf).join(' | '));
  return sql`array(
    select to_tsquery('simple', replace(given.text, '~', search_board(${scope.board.id}::uuid)))
    from unnest(${texts}::text[]) with ordinality given (text, nth) order by given.nth
  )`;
}

/** Folded words hold letters and digits alone: nothing in them can mean anything else to PostgreSQL. */
function queryOf({ words, isExact }: WordsToMark): string {
  const all = words.map((word, index) => `'~${word}'${!isExact && index === words.length - 1 ? ':*' : ''}`);
  return `(${all.join(' <-> ')})`;
}

/** Everything that a result may mark. */
export const wordsToMark = (wanted: readonly Wanted[]): readonly WordsToMark[] => wanted.flat();
