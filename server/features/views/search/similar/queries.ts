import { sql } from 'kysely';
import { defineRows } from '#server/db/page-statement.ts';
import { selectAnnouncementHits } from '#server/features/views/search/announcements/queries.ts';
import { selectDocumentHits, visibleHomes } from '#server/features/views/search/documents/queries.ts';
import { selectMeetingHits } from '#server/features/views/search/meetings/queries.ts';
import { selectSearchedPeople } from '#server/features/views/search/people/queries.ts';
import {
  selectShared,
  selectTyped,
  singleWordTerms,
  statementOf,
  type TermRow,
} from '#server/features/views/search/terms/queries.ts';

/** Minimum similarity according to pg_trgm, from 0 to 1. */
const similarityMin = sql.lit(0.34);
/** Maximum difference in similarity between the best match and any other returned word. */
const behindBest = sql.lit(0.2);
const waysMax = sql.lit(5);
/** Maximum number of words per search for which similar words are looked up. */
const typedMax = sql.lit(3);
/** Only words of at least four letters are corrected, because shorter words resemble too many others. */
const mayBeMistyped = sql.lit('^[[:alpha:]]{4,}$');

/**
 * Ignores hidden words before ranking, because they would otherwise displace visible words and thereby reveal
 * themselves.
 */
export const similarTerms = defineRows({ texts: 'text[]', phrases: 'boolean[]' }, (scope, params) => {
  const found = singleWordTerms(sql`near.query`);
  const isFound = sql`(
    exists (${selectMeetingHits(scope, found)}) or exists (${selectAnnouncementHits(scope, found)})
    or exists (select from person where person.words @@ near.query) or exists (${selectDocumentHits(scope, found)})
  )`;
  // Sorts before filtering, so that the expensive filter runs only for the first rows.
  const near = sql`(
    select candidate.word, candidate.similarity, candidate.query
    from candidate where candidate.typed_word = asked.word
    order by candidate.similarity desc, candidate.word offset 0
  ) near`;
  return statementOf<TermRow>(
    scope,
    sql`
      with typed as materialized (
        select typed.*, case when typed.folded ~ ${mayBeMistyped} collate "pg_c_utf8" then typed.folded end as single
        from (${selectTyped(scope, params)}) typed
      ), asked as materialized (
        select single as word from typed where single is not null group by single order by min(nth) limit ${typedMax}
      ), person as materialized (${selectSearchedPeople(scope)}), ${visibleHomes(scope)}, candidate as materialized (
        select likely.typed_word, likely.word, likely.similarity, search_phrase(array[search_board(${scope.board.id}) || likely.word], true) as query
        from (
          select typed_word, word, similarity from gate.similar_words(array(select word from asked), ${similarityMin}::real)
          union
          select asked.word, named.word, similarity(named.word, asked.word)
          from asked cross join (
            select distinct substr(unnest(tsvector_to_array(person.name)), 7) as word from person where person.status <> 'inactive'
          ) named
          where named.word ~ ${mayBeMistyped} collate "pg_c_utf8" and similarity(named.word, asked.word) >= ${similarityMin}::real
        ) likely
      ), completed as materialized (
        select asked.word, array(
          select near.word from ${near}
          where near.similarity::numeric >= best.similarity::numeric - ${behindBest} and ${isFound} limit ${waysMax}
        ) as words
        from asked cross join lateral (select near.similarity from ${near} where ${isFound} limit 1) best
      ), wanted as materialized (
        select typed.nth, typed.folded, typed.words, typed.is_exact, coalesce(completed.words, '{}') as alike
        from typed left join completed on completed.word = typed.single
        where exists (select from completed)
      ) ${selectShared(scope)}
    `,
  );
});
