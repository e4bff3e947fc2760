import { useQuery } from '@tanstack/react-query';
import { listPaperRequests } from '#contract/paper-requests.ts';
import { sizeText } from '#domain/documents.ts';
import { counted } from '#domain/text.ts';
import { queryFor } from '#web/api/queries.ts';
import { createStore } from '#web/store.ts';

/** Enable only for editors of the meeting, because others get an error. */
export const usePapers = (meetingId: string, options: { readonly enabled: boolean }) =>
  useQuery({
    ...queryFor(listPaperRequests, { params: { id: meetingId } }),
    enabled: options.enabled,
    meta: { quiet: true },
  });

/** Is null while the dialog is closed. */
export const asking = createStore<{ readonly itemId: string | 'all' } | null>(null);

export const askForPaperOf = (itemId: string): void => asking.set({ itemId });

/** Returns text such as '12 pages', or the size of a file without pages. */
export const extentText = (file: { readonly page_count: number | null; readonly byte_size: number }): string =>
  file.page_count === null ? sizeText(file.byte_size) : counted(file.page_count, 'page');
