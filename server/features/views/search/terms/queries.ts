import { type CompiledQuery, type Expression, type RawBuilder, sql } from 'kysely';
import { foldLetters, type WordsToHighlight } from '#domain/find-in-text.ts';
import { defineRows, type PageScope } from '#server/db/page-statement.ts';

/** Milliseconds. A search statement that takes longer is cancelled. */
const statementMsMax = 5_000;

export const statementOf = <Row>({ tx }: PageScope, statement: RawBuilder<unknown>) => ({
  compile: (): CompiledQuery<Row> => statement.compile(tx) as CompiledQuery<Row>,
});

export interface SqlTerms {
  readonly terms: RawBuilder<unknown>;
  readonly parts: RawBuilder<unknown>;
}

const shared = (name: keyof SqlTerms | 'phrases'): RawBuilder<unknown> =>
  sql`(select current_setting(${sql.lit(`dais.search_${name}`)})::tsquery[])`;

export const sharedTerms: SqlTerms = { terms: shared('terms'), parts: shared('parts') };
/** Phrases of more than two words. */
export const sharedPhrases = shared('phrases');

export const singleWordTerms = (query: RawBuilder<unknown>): SqlTerms => ({
  terms: sql`array[${query}]`,
  parts: sql`array[${query}]`,
});

export interface TermRow {
  readonly folded: string;
  readonly is_exact: boolean;
  readonly alike: readonly string[];
}

export const selectTyped = (
  { board }: PageScope,
  { texts, phrases }: { readonly texts: Expression<unknown>; readonly phrases: Expression<unknown> },
): RawBuilder<unknown> => sql`
  select given.nth, search_fold(given.text) as folded, search_words(${board.id}, given.text) as words,
    given.is_exact and search_fold(given.text) !~ ('^[' || search_unspaced() || ']$') as is_exact
  from unnest(${texts}, ${phrases}) with ordinality given (text, is_exact, nth)
  where search_fold(given.text) <> ''
`;

/** Requires a preceding CTE `wanted`: the rows of `selectTyped` with a column `alike` of similar words. */
export const selectShared = ({ board }: PageScope): RawBuilder<unknown> => sql`
  , term as materialized (
    select wanted.nth, wanted.words, wanted.is_exact, cardinality(wanted.alike) > 0 as is_completed,
      search_phrase(wanted.words, wanted.is_exact) || coalesce((
        select string_agg(quote_literal(search_board(${board.id}) || word), ' | ')::tsquery from unnest(wanted.alike) word
      ), ''::tsquery) as query
    from wanted
    where not exists (select from wanted unknown where unknown.words = '{}')
  ), setting as materialized (
    select set_config('statement_timeout', ${sql.lit(String(statementMsMax))}, true),
      set_config('dais.search_terms', array(select query from term order by nth)::text, true),
      set_config('dais.search_parts', array(
        select unnest(case when is_completed then array[query] else search_parts(words, is_exact) end) from term order by nth
      )::text, true),
      set_config('dais.search_phrases', array(
        select query from term
        where cardinality(words) > 2 or (cardinality(words) > 1 and octet_length(array_to_string(words, '')) > 1000)
        order by nth
      )::text, true)
  )
  select wanted.folded, wanted.is_exact, wanted.alike from wanted cross join setting order by wanted.nth
`;

export const typedTerms = defineRows({ texts: 'text[]', phrases: 'boolean[]' }, (scope, params) =>
  statementOf<TermRow>(
    scope,
    sql`
      with wanted as materialized (
        select typed.*, '{}'::text[] as alike from (${selectTyped(scope, params)}) typed
      ) ${selectShared(scope)}
    `,
  ),
);

export const wordsToMark = (terms: readonly TermRow[]): readonly WordsToHighlight[] =>
  terms.flatMap(({ folded, is_exact, alike }) => [
    { words: folded.split(' ').map(foldLetters), isExact: is_exact },
    ...alike.map((word) => ({ words: [word], isExact: true })),
  ]);

/** `count` includes visible hits beyond this page. */
export interface SearchHits<Row> {
  readonly count: number;
  readonly rows: readonly Row[];
}

interface Paging {
  readonly skip: Expression<number>;
  readonly most: Expression<number>;
}

interface Page<Row> {
  /** Common table expressions, each followed by a comma. */
  readonly before: RawBuilder<unknown>;
  /** Selects `id`, `in_title` and `at` of all hits up to this page, in any order. */
  readonly first: RawBuilder<unknown>;
  readonly count: RawBuilder<unknown>;
  readonly paging: Paging;
  readonly rows: Expression<Row>;
}

export const order = sql`order by in_title desc, at desc, id desc`;

export const endOf = ({ skip, most }: Paging): RawBuilder<number> => sql<number>`(${skip} + ${most})`;

export const selectPage = <Row>(scope: PageScope, { before, first, count, paging, rows }: Page<Row>) =>
  statementOf<SearchHits<Row>>(
    scope,
    sql`
      with ${before} first as materialized (${first}), shown as materialized (
        select id, row_number() over (${order}) as nth
        from (select * from first ${order} limit ${paging.most} offset ${paging.skip}) page
      )
      select (${count})::int as count,
        (select coalesce(json_agg(each order by each.nth), '[]') from ${rows} as each) as rows
    `,
  );

/** `hits` must select `id`, `in_title` and `at`. */
export const selectPageOfHits = <Row>(
  scope: PageScope,
  { hits, paging, rows }: Pick<Page<Row>, 'paging' | 'rows'> & { readonly hits: RawBuilder<unknown> },
) =>
  selectPage(scope, {
    before: sql`hit as materialized (${hits}),`,
    first: sql`select id, in_title, at from hit ${order} limit ${endOf(paging)}`,
    count: sql`select count(*) from hit`,
    paging,
    rows,
  });

export const shownIds = sql`any(array(select id from shown))`;
export const shownRank = (id: string): RawBuilder<number> =>
  sql<number>`(select shown.nth from shown where shown.id = ${sql.ref(id)})`;
