import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { AnswerOf } from '#contract/endpoint.ts';
import type { findInDocument } from '#contract/reading.ts';
import type { RecentDocument } from '#contract/start.ts';
import { recentDocumentsMax } from '#domain/documents.ts';
import { countInText, occurrencesMax } from '#domain/find-in-text.ts';
import { selectRows } from '#server/db/board-rows.ts';
import type { InScope, Ports } from '#server/db/board-scope.ts';
import {
  definePage,
  defineRows,
  type QueryScope,
  type ResultOf,
  type SelectedRow,
  type SqlValue,
} from '#server/db/page-statement.ts';
import { presentHome } from '#server/features/papers/documents/present.ts';
import {
  currentVersionOf,
  selectDocumentsWithHome,
  visibleDocuments,
} from '#server/features/papers/documents/queries.ts';

const pagesAtOnce = 100;

const selectTexts = (scope: QueryScope, versionId: SqlValue<string>) =>
  selectRows(scope, 'document_texts', { version_id: versionId })
    .select(['page', 'text'])
    .orderBy('page')
    .limit(pagesAtOnce);

type PageText = SelectedRow<typeof selectTexts>;

/** `is_read` means that all pages have been processed, even if they contain no words. */
export const defineSearched = ({ homes }: Ports) =>
  definePage({ id: 'uuid' }, (scope, { id }) =>
    selectDocumentsWithHome(scope, homes)
      .where('document.id', '=', id)
      .select(sql<boolean>`version.text_complete_at is not null`.as('is_read')),
  );

export const firstTexts = defineRows({ id: 'uuid' }, (scope, { id }) =>
  selectTexts(scope, currentVersionOf(scope, id)),
);

export async function findInVersion(
  inScope: InScope,
  version: { readonly id: string; readonly isRead: boolean; readonly firstTexts: readonly PageText[] },
  words: string,
): Promise<AnswerOf<typeof findInDocument>> {
  const pages: { page: number; count: number }[] = [];
  let found = 0;
  let texts = version.firstTexts;
  const isEnough = (): boolean => {
    for (const { page, text } of texts) {
      const count = countInText(text, words);
      if (count > 0) pages.push({ page, count });
      found += count;
    }
    return found > occurrencesMax || texts.length < pagesAtOnce;
  };
  if (!isEnough()) {
    await inScope(async (scope) => {
      do {
        await setImmediate();
        const last = texts.at(-1)?.page ?? 0;
        texts = await selectTexts(scope, version.id).where('page', '>', last).execute();
      } while (!isEnough());
    });
  }
  return { pages, is_read: version.isRead || version.firstTexts.length > 0, is_cut: found > occurrencesMax };
}

export const readingPosition = definePage({ id: 'uuid' }, (scope, { id }) =>
  selectRows(scope, 'reading_positions', { member_id: scope.member.id, document_id: id }).select('page'),
);

export const lastOpenedDocument = definePage({}, (scope) =>
  selectRows(scope, 'recent_documents', { member_id: scope.member.id })
    .select(['document_id', 'opened_at'])
    .orderBy('opened_at', 'desc')
    .limit(1),
);

const openedMax = 3 * recentDocumentsMax;

export const defineRecentDocuments = (homes: Parameters<typeof selectDocumentsWithHome>[1]) =>
  defineRows({}, (scope) =>
    selectDocumentsWithHome(scope, homes)
      .innerJoin(
        (query) =>
          query
            .selectFrom('recent_documents')
            .select(['document_id', 'opened_at'])
            .where('board_id', '=', scope.board.id)
            .where('member_id', '=', scope.member.id)
            .orderBy('opened_at', 'desc')
            .limit(openedMax)
            .as('opened'),
        (join) => join.onRef('opened.document_id', '=', 'document.id'),
      )
      .orderBy('opened.opened_at', 'desc'),
  );

type OpenedDocument = ResultOf<ReturnType<typeof defineRecentDocuments>>[number];

export const recentDocuments = (
  reader: Parameters<typeof visibleDocuments>[0],
  opened: readonly OpenedDocument[],
): readonly RecentDocument[] =>
  visibleDocuments(reader, opened)
    .slice(0, recentDocumentsMax)
    .map(({ id, title, extension, mime_type, is_link, home }) => ({
      id,
      title,
      extension,
      mime_type,
      is_link,
      home: presentHome(home),
    }));
