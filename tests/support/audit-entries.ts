import type { TestApp } from './test-app.ts';

export const auditEntries = (
  server: Pick<TestApp, 'inBoard'>,
  boardId: string,
  { subject, action = '%' }: { readonly subject?: string; readonly action?: string },
) =>
  server.inBoard(boardId, (tx) =>
    tx
      .selectFrom('audit_entries')
      .select(['action', 'detail', 'member_id'])
      .where('action', 'like', action)
      .$if(subject !== undefined, (entries) => entries.where('subject_id', '=', subject ?? ''))
      .orderBy('id')
      .execute(),
  );
