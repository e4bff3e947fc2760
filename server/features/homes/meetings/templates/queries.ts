import { sql } from 'kysely';
import type { TemplateItem } from '#contract/meeting-templates.ts';
import { selectRows } from '#server/db/board-rows.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { defineRows, type QueryScope, type ResultOf, rowOf } from '#server/db/page-statement.ts';
import { notFound } from '#server/errors.ts';
import {
  editableBy,
  pageReaderOf,
  readerOf,
  type SqlReader,
  selectAudience,
} from '#server/features/members/audience/queries.ts';

/** Omits copies of items that are currently withheld from anyone. */
const openItems = sql<readonly TemplateItem[]>`(
  select coalesce(jsonb_agg(listed.item order by listed.nth), '[]'::jsonb)
  from jsonb_array_elements(template.agenda_items) with ordinality listed (item, nth)
  where not exists (
    select from withheld held
    where held.board_id = template.board_id and held.subject_id = (listed.item ->> 'copied_from')::uuid
      and held.lifted_at is null
  )
)`;

const selectTemplates = (scope: QueryScope, reader: SqlReader) =>
  scope.tx
    .selectFrom('meeting_templates as template')
    .select(['template.id', 'template.name', 'template.type', 'template.length_minutes'])
    .select(['template.location', 'template.join_url', 'template.audience_id'])
    .select(openItems.as('agenda_items'))
    .select(
      rowOf(selectAudience(scope, sql.ref('template.audience_id')))
        .$notNull()
        .as('audience'),
    )
    .where('template.board_id', '=', scope.board.id)
    .where(editableBy(reader, sql.ref('template.audience_id')));

export const templatesMax = 50;

export const meetingTemplates = defineRows({}, (scope) =>
  selectTemplates(scope, pageReaderOf(scope)).orderBy('template.name').limit(templatesMax),
);

export type TemplateRow = ResultOf<typeof meetingTemplates>[number];

export const loadTemplate = (scope: BoardScope, id: string): Promise<TemplateRow> =>
  selectTemplates(scope, readerOf(scope)).where('template.id', '=', id).executeTakeFirstOrThrow(notFound);

export async function listTemplateNames(scope: BoardScope): Promise<readonly string[]> {
  const rows = await selectRows(scope, 'meeting_templates').select('name').execute();
  return rows.map(({ name }) => name);
}
