import type { KeptPaper } from '#contract/kept-papers.ts';
import { numberAgenda } from '#domain/agenda.ts';
import type { KeptCatalogue } from '#web/features/papers/kept-papers/keeping.ts';
import { remoteVault } from '#web/features/papers/kept-papers/vault/remote-vault.ts';

export const expiredText =
  'No papers can be opened. They have either expired or not been downloaded yet. Connect to the internet and sign in to download them.';

export interface OpenablePaper extends KeptPaper {
  readonly storedBytes: number;
}

export interface KeptBoardList {
  readonly boardId: string;
  readonly expiresAt: number;
  readonly content: KeptCatalogue;
  readonly papers: ReadonlyMap<string, OpenablePaper>;
}

export async function loadKept(): Promise<readonly KeptBoardList[]> {
  return (await remoteVault.list()).map(({ boardId, expiresAt, content, entries }) => ({
    boardId,
    expiresAt,
    content: content as KeptCatalogue,
    papers: new Map(
      entries.map(({ documentId, entry, byteSize }) => [
        documentId,
        { ...(entry as KeptPaper), storedBytes: byteSize } satisfies OpenablePaper,
      ]),
    ),
  }));
}

export interface ListedPaper {
  readonly id: string;
  readonly title: string;
  readonly extension: string;
  readonly paper: OpenablePaper | null;
}

export interface ListedGroup {
  readonly key: string;
  readonly title: string;
  readonly start: string | null;
  readonly items: readonly { readonly key: string; readonly label: string; readonly papers: readonly ListedPaper[] }[];
}

export function groupsOf({ content, papers }: KeptBoardList): readonly ListedGroup[] {
  const listed = new Set<string>();
  const take = ({ id, title, extension }: KeptPaper['document']): ListedPaper => {
    listed.add(id);
    return { id, title, extension, paper: papers.get(id) ?? null };
  };
  const meetings = content.meetings.map(({ id, title, start, documents, agenda_items: items }) => ({
    key: id,
    title,
    start,
    items: [
      { key: id, label: '', papers: documents.map(take) },
      ...numberAgenda(items, null).map(({ item, number }) => ({
        key: item.id,
        label: `${number} ${item.title}`,
        papers: item.documents.map(take),
      })),
    ].filter((each) => each.label !== '' || each.papers.length > 0),
  }));
  const shown = meetings.filter(({ items }) => {
    const all = items.flatMap((item) => item.papers);
    return all.length === 0 || all.some(({ paper }) => paper !== null);
  });
  const single = [...papers.values()].filter(({ document }) => !listed.has(document.id));
  if (single.length === 0) return shown;
  const items = [{ key: 'library', label: '', papers: single.map(({ document }) => take(document)) }];
  return [...shown, { key: 'library', title: 'Documents', start: null, items }];
}
