import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { LockKeyhole } from 'lucide-react';
import { useLayoutEffect } from 'react';
import type { AnswerOf } from '#contract/endpoint.ts';
import { getMagicAnnouncement } from '#contract/magic.ts';
import { formatDocumentTime, formatHeadingDate, formatTimeWithZone } from '#domain/dates.ts';
import { queryFor } from '#web/api/queries.ts';
import { isMissing } from '#web/api/query-client.ts';
import { rememberFace, useStart } from '#web/api/start.ts';
import { RichTextView } from '#web/features/homes/announcements/rich-text-view.tsx';
import { DocumentRows } from '#web/features/papers/documents/editing/document-rows.tsx';
import { PollCard } from '#web/features/papers/polls/poll-card.tsx';
import { paths } from '#web/paths.ts';
import { showBoardColour } from '#web/shell/appearance.ts';
import { usePageTitle } from '#web/shell/page-title.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { PageSkeleton } from '#web/ui/feedback/skeletons.tsx';
import { Columns, Page, pageTitleId } from '#web/ui/page.tsx';
import { DocumentList } from '#web/ui/rows/document-row.tsx';
import styles from './magic-announcement-page.module.css';
import { MagicDocument } from './magic-document.tsx';
import { MagicFrame, MagicLinkFailed, MagicLinkGone } from './magic-frame.tsx';

type Answer = AnswerOf<typeof getMagicAnnouncement>;

/** /announcement/{uid}: one announcement for one member, without login (specification, section 2, MagicAnnouncementView). */
export function MagicAnnouncementPage() {
  const { uid } = useParams({ from: '/announcement/$uid' });
  const { face } = useStart();
  const asked = useQuery({
    ...queryFor(getMagicAnnouncement, { params: { uid } }),
    // A link that opens nothing gets words of its own, not the not-found page.
    throwOnError: false,
  });
  const board = asked.data?.board;
  // An effect, because title, menus and dialogs stand outside of the page; before painting, so that no other colour shows.
  useLayoutEffect(() => {
    if (board === undefined) return;
    rememberFace({ title: board.title, logo_url: board.logo_url, primary_color: board.primary_color });
    showBoardColour(board.primary_color);
  }, [board]);
  if (isMissing(asked.error)) return <MagicLinkGone what="announcement" />;
  if (asked.data !== undefined) return <SharedAnnouncement uid={uid} answer={asked.data} />;
  if (asked.error !== null) return <MagicLinkFailed onRetry={() => void asked.refetch()} />;
  return (
    <MagicFrame board={face}>
      <Page>
        <h1 className="visually-hidden" id={pageTitleId}>
          Announcement
        </h1>
        <PageSkeleton />
      </Page>
    </MagicFrame>
  );
}

function SharedAnnouncement({ uid, answer }: { readonly uid: string; readonly answer: Answer }) {
  const { board, announcement } = answer;
  const { publish_on: on, edited_at: edited, documents, body } = announcement;
  const timeZone = board.time_zone;
  usePageTitle(announcement.title);
  return (
    <MagicFrame board={board}>
      <Page>
        <Columns
          gap="l"
          single
          asideLabel="This link"
          aside={
            <Notice icon={LockKeyhole}>
              <span>
                This link is yours alone.{' '}
                <a className="link" href={paths.login()}>
                  Log in
                </a>{' '}
                to see everything of the board.
              </span>
            </Notice>
          }
        >
          <article>
            {on !== null && (
              <p className="meta">
                <time dateTime={on}>
                  {formatHeadingDate(on, timeZone)}, {formatTimeWithZone(on, timeZone)}
                </time>
                {edited !== null && `, edited ${formatDocumentTime(edited, timeZone)}`}
              </p>
            )}
            <h1 className={styles.title} id={pageTitleId}>
              {announcement.title}
            </h1>
            {announcement.author_name !== null && <p className="muted">{announcement.author_name}</p>}
            <div className={styles.body}>{body === null ? <TextInside /> : <RichTextView text={body} />}</div>
            {documents.length > 0 && (
              <DocumentList>
                <DocumentRows
                  documents={documents}
                  hrefOf={(document) => paths.magicAnnouncement(uid, { document })}
                  timeZone={timeZone}
                  marksNew={false}
                />
              </DocumentList>
            )}
            {announcement.polls.map((poll) => (
              <PollCard key={poll.id} poll={poll} timeZone={timeZone} uid={uid} />
            ))}
          </article>
        </Columns>
      </Page>
      <MagicDocument
        kind="announcement"
        uid={uid}
        documents={documents}
        timeZone={timeZone}
        readerName={answer.first_name}
      />
    </MagicFrame>
  );
}

/** The board's links show no papers. */
function TextInside() {
  return (
    <Notice icon={LockKeyhole}>
      <span>
        This board shows its announcements only to members who have logged in.{' '}
        <a className="link" href={paths.login()}>
          Log in
        </a>{' '}
        to read it.
      </span>
    </Notice>
  );
}
