import { type RawBuilder, sql } from 'kysely';
import { defineRows, type PageScope, rowsOf } from '#server/db/page-statement.ts';
import { type PersonRow, peopleMax, selectPeople } from '#server/features/members/people/queries.ts';
import { peopleVisibleWhere } from '#server/features/members/people/visibility.ts';
import { selectVisibleValues } from '#server/features/members/profile/queries.ts';
import { sharedTerms, statementOf } from '#server/features/views/search/terms/queries.ts';

export interface PersonHit extends PersonRow {
  readonly in_title: number;
  readonly values: readonly { readonly name: string; readonly value: string }[];
}

export const selectSearchedPeople = (scope: PageScope): RawBuilder<unknown> => sql`
  select person.*, person.name_words as name,
    person.name_words || coalesce(case when person.status <> 'inactive' then person.email_words end, '') || coalesce(kept.words, '') as words
  from ${selectPeople(scope)
    .select(['member.name_words', 'member.email_words'])
    .where('member.removed_at', 'is', null)
    .where(sql<boolean>`(${scope.isBoardAdmin} or member.status <> 'inactive')`)
    .where(peopleVisibleWhere(scope))} person
  left join (
    select value.member_id, search_joined(value.words order by value.filled_by <> 'member', value.position, value.id) as words
    from ${selectVisibleValues(scope)
      .clearSelect()
      .clearOrderBy()
      .select(['stored.member_id', 'stored.words', 'field.filled_by', 'field.position', 'field.id'])} value
    group by value.member_id
  ) kept on kept.member_id = person.id
`;

export const foundPeople = defineRows({}, (scope) =>
  statementOf<PersonHit>(
    scope,
    sql`
      select person.id, person.slug, person.status, person.is_board_admin, person.removed_at, person.img_url, person.first_name,
        person.last_name, person.name_note, person.email, (select count(*) from unnest(${sharedTerms.terms}) q where person.name @@ q)::int as in_title,
        ${rowsOf(
          selectVisibleValues(scope)
            .clearSelect()
            .select(['field.name', 'stored.value'])
            .where(sql<boolean>`stored.member_id = person.id`),
        )} as values
      from (${selectSearchedPeople(scope)}) person
      where (select bool_and(person.words @@ q) from unnest(${sharedTerms.terms}) q)
      limit ${sql.lit(peopleMax)}
    `,
  ),
);
