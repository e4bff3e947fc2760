import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { AnswerOf } from '#contract/endpoint.ts';
import { getMagicAnnouncement } from '#contract/magic.ts';
import { formatDocumentTime, formatHeadingDate, formatTimeWithZone } from '#domain/dates.ts';
import { queryFor } from '#web/api/queries.ts';
import { RichTextView } from '#web/features/homes/announcements/rich-text-view.tsx';
import { DocumentRows } from '#web/features/papers/documents/editing/document-rows.tsx';
import { PollCard } from '#web/features/papers/polls/poll-card.tsx';
import { paths } from '#web/paths.ts';
import { usePageTitle } from '#web/shell/page-title.ts';
import { Columns, Page, pageTitleId } from '#web/ui/page.tsx';
import { DocumentList } from '#web/ui/rows/document-row.tsx';
import styles from './magic.module.css';
import { MagicDocument } from './magic-document.tsx';
import { LogInNotice, MagicFrame, MagicGate, MagicPageLoading } from './magic-frame.tsx';

export function MagicAnnouncementPage() {
  const { uid } = useParams({ from: '/announcement/$uid' });
  const query = useQuery({ ...queryFor(getMagicAnnouncement, { params: { uid } }), throwOnError: false });
  return (
    <MagicGate query={query} what="announcement" loading={<MagicPageLoading title="Announcement" />}>
      {(answer) => <SharedAnnouncement uid={uid} answer={answer} />}
    </MagicGate>
  );
}

interface SharedAnnouncementProps {
  readonly uid: string;
  readonly answer: AnswerOf<typeof getMagicAnnouncement>;
}

function SharedAnnouncement({ uid, answer }: SharedAnnouncementProps) {
  const { board, announcement } = answer;
  const { publish_on: on, edited_at: edited, documents, body } = announcement;
  const timeZone = board.time_zone;
  usePageTitle(announcement.title);
  return (
    <MagicFrame board={board}>
      <Page>
        <Columns
          asideLabel="This link"
          aside={<LogInNotice before="This link is only for you." after="to see everything on the board." />}
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
            <h1 className={styles['letter-title']} id={pageTitleId}>
              {announcement.title}
            </h1>
            {announcement.author_name !== null && <p className="muted">{announcement.author_name}</p>}
            <div className={styles['letter-body']}>
              {body === null ? (
                <LogInNotice
                  before="This board shows its announcements only to members who have logged in."
                  after="to read this one."
                />
              ) : (
                <RichTextView text={body} />
              )}
            </div>
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
