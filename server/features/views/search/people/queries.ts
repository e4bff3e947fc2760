import { sql } from 'kysely';
import type { SearchResult } from '#contract/search.ts';
import { excerptAround, highlightWords, type WordsToHighlight } from '#domain/find-in-text.ts';
import { sortPeople } from '#domain/identity.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { isSignedInAdmin } from '#server/db/board-scope.ts';
import { canSeePeople } from '#server/features/members/people/policy.ts';
import { type PersonRow, peopleMax, selectPeople } from '#server/features/members/people/queries.ts';
import { officesByMember, officesOfPeople, selectVisibleValues } from '#server/features/members/profile/queries.ts';
import type { FindRequest, FoundResults } from '#server/features/views/search/terms/queries.ts';
import { termQueries, wordsToMark } from '#server/features/views/search/terms/queries.ts';

type PersonHit = PersonRow & { readonly in_title: number };

/** By name, email or visible profile values; those with more of the words in their name first. */
export async function findPeople(scope: BoardScope, { terms, skip, most }: FindRequest): Promise<FoundResults> {
  if (!canSeePeople(scope)) return { count: 0, results: [] };
  const hits = await matchingPeople(scope, termQueries(scope, terms));
  const shown = hits.slice(skip, skip + most);
  const offices = officesByMember(shown.length === 0 ? [] : await officesOfPeople.run(scope.tx, {}, scope.now));
  const words = wordsToMark(terms);
  const results: SearchResult[] = [];
  for (const row of shown) {
    results.push({
      ...{ itemType: 'people', id: row.id, slug: row.slug, img_url: row.img_url, status: row.status },
      name: nameOf(row),
      title: highlightWords(nameOf(row), words),
      office: offices.get(row.id) ?? null,
      excerpt: await excerptOf(scope, row, words),
    });
  }
  return { count: hits.length, results };
}

const visibleValues = (scope: BoardScope) => selectVisibleValues({ ...scope, isBoardAdmin: scope.member.isBoardAdmin });

const nameOf = (row: PersonRow): string => `${row.first_name} ${row.last_name}`;

async function matchingPeople(
  scope: BoardScope,
  queries: ReturnType<typeof termQueries>,
): Promise<readonly PersonHit[]> {
  const onBoard = selectPeople(scope)
    .where('member.removed_at', 'is', null)
    .$if(!isSignedInAdmin(scope), (query) => query.where('member.status', '<>', 'inactive'));
  const { rows } = await sql<PersonHit>`
    select person.id, person.slug, person.status, person.is_board_admin, person.removed_at, person.img_url, person.first_name,
      person.last_name, person.email,
      (select count(*) from unnest(terms.queries) q where texts.name @@ q)::int as in_title
    from (select ${queries} as queries) terms, ${onBoard} person
    left join (
      select value.member_id, string_agg(value.value, ' ') as filled from ${visibleValues(scope)} value group by value.member_id
    ) kept on kept.member_id = person.id
    cross join lateral (
      select search_vector(${scope.board.id}::uuid, person.first_name || ' ' || person.last_name) as name,
        search_vector(${scope.board.id}::uuid, concat_ws(' ', case when person.status <> 'inactive' then person.email end, kept.filled)) as others
    ) texts
    where (select bool_and((texts.name || texts.others) @@ q) from unnest(terms.queries) q)
    limit ${peopleMax}
  `.execute(scope.tx);
  const byName = sortPeople(rows);
  return byName.toSorted((one, other) => other.in_title - one.in_title);
}

/** The first profile value with one of the words, else the email. */
async function excerptOf(scope: BoardScope, row: PersonRow, words: readonly WordsToHighlight[]) {
  const email = row.status === 'inactive' ? null : row.email;
  const values = await visibleValues(scope).where('stored.member_id', '=', row.id).execute();
  const texts = [
    ...values.map(({ name, value }) => ({ label: name, value })),
    ...(email === null ? [] : [{ label: 'Email', value: email }]),
  ];
  for (const { label, value } of texts) {
    const text = excerptAround(value, words);
    if (text !== null) return { label, text };
  }
  return null;
}
