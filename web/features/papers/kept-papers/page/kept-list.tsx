import { Lock, Wifi, WifiOff } from 'lucide-react';
import { useEffect } from 'react';
import { formatDate } from '#domain/dates.ts';
import { sizeText } from '#domain/documents.ts';
import { documentMessages } from '#domain/messages/documents.ts';
import { offlineText } from '#domain/messages/general.ts';
import { counted } from '#domain/text.ts';
import { documentMeta } from '#web/features/papers/documents/viewed-document.ts';
import { remoteVault } from '#web/features/papers/kept-papers/vault/remote-vault.ts';
import { useStore } from '#web/store.ts';
import { Button, LinkButton } from '#web/ui/actions/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { Page, PageHead } from '#web/ui/page.tsx';
import { DocumentList, DocumentRow } from '#web/ui/rows/document-row.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import { isConnected } from './connection.ts';
import styles from './kept-list.module.css';
import { expiredText, groupsOf, type KeptBoardList, type ListedGroup, type ListedPaper } from './kept-papers.ts';

const KeptViewer = lazyPart(() => import('./kept-viewer.tsx'), 'KeptViewer');

interface KeptListProps {
  readonly boards: readonly KeptBoardList[];
  readonly documentId: string | null;
  readonly next: string;
  readonly onClose: () => void;
}

export function KeptList({ boards, documentId, next, onClose }: KeptListProps) {
  const isOnline = useStore(isConnected);
  // Moves the focus to the list, because the focused field disappears on unlocking.
  useEffect(() => document.getElementById('main')?.focus({ preventScroll: true }), []);
  const open = boards.find(({ papers }) => documentId !== null && papers.has(documentId));
  const papers = boards.flatMap((board) => [...board.papers.values()]);
  const bytes = papers.reduce((sum, { storedBytes }) => sum + storedBytes, 0);
  return (
    <div className="screen-wide">
      <div className={styles.notice}>
        <Notice
          icon={isOnline ? Wifi : WifiOff}
          tone={isOnline ? 'info' : 'caution'}
          isNews
          actions={
            isOnline && (
              <LinkButton size="s" href={next}>
                Continue to Dais
              </LinkButton>
            )
          }
        >
          {isOnline ? 'You are online. Marks you make here will be sent after you sign in.' : offlineText}
        </Notice>
      </div>
      <Page>
        <PageHead
          title="Papers on this device"
          lede={
            boards.length > 0
              ? `${counted(papers.length, 'paper')}, ${sizeText(bytes)}, encrypted on this device.`
              : undefined
          }
          actions={
            <Button size="s" icon={Lock} onPress={() => void remoteVault.lock()}>
              Lock
            </Button>
          }
        />
        <Stack gap="xl">
          {boards.length === 0 && <Notice>{expiredText}</Notice>}
          {boards.map((board) => (
            <Stack key={board.boardId} gap="l">
              <p className="meta">
                {board.content.board.title}. These papers can be opened until{' '}
                {formatDate(new Date(board.expiresAt), board.content.board.time_zone)}.
              </p>
              {groupsOf(board).map((group) => (
                <Group {...group} key={group.key} timeZone={board.content.board.time_zone} />
              ))}
            </Stack>
          ))}
        </Stack>
      </Page>
      {open !== undefined && documentId !== null && (
        <KeptViewer key={documentId} board={open} documentId={documentId} onClose={onClose} />
      )}
    </div>
  );
}

function Group({ title, start, items, timeZone }: ListedGroup & { readonly timeZone: string }) {
  return (
    <Section title={title} aside={start !== null && formatDate(new Date(start), timeZone)}>
      <ol className={styles.items}>
        {items.map(({ key, label, papers }) => (
          <li key={key}>
            {label !== '' && <p className={styles.item}>{label}</p>}
            {papers.length > 0 && (
              <DocumentList>
                {papers.map((paper) => (
                  <PaperRow key={paper.id} {...paper} />
                ))}
              </DocumentList>
            )}
          </li>
        ))}
      </ol>
    </Section>
  );
}

function PaperRow({ id, title, extension, paper }: ListedPaper) {
  if (paper === null) return <DocumentRow title={title} type={extension} meta={documentMessages.needsConnection} />;
  return (
    <DocumentRow
      title={title}
      type={extension}
      meta={documentMeta(paper.document)}
      href={`/offline?document=${encodeURIComponent(id)}`}
    />
  );
}
