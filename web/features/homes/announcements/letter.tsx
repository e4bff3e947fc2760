import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { type Announcement, listAnnouncementReaders } from '#contract/announcements.ts';
import type { AudienceMember } from '#contract/audience.ts';
import { wholeBoardLabel } from '#domain/audience.ts';
import { formatDocumentTime, formatHeadingDate, formatTimeWithZone } from '#domain/dates.ts';
import { queryFor } from '#web/api/queries.ts';
import { useTimeZone } from '#web/api/start.ts';
import { DocumentRows } from '#web/features/papers/documents/editing/document-rows.tsx';
import { ItemPolls } from '#web/features/papers/polls/item-polls.tsx';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { TextButton } from '#web/ui/actions/text-link.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { ListSkeleton } from '#web/ui/feedback/skeletons.tsx';
import { WhileLoading } from '#web/ui/feedback/while-loading.tsx';
import { PersonLine } from '#web/ui/identity/person-line.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { DocumentList } from '#web/ui/rows/document-row.tsx';
import { Rows } from '#web/ui/rows/rows.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import { AnnouncementActs } from './announcement-acts.tsx';
import styles from './announcements.module.css';
import { RichTextView } from './rich-text-view.tsx';

interface LetterProps {
  readonly announcement: Announcement;
  readonly hrefOf: (documentId: string) => string;
}

export function Letter({ announcement, hrefOf }: LetterProps) {
  const timeZone = useTimeZone();
  const titleId = useId();
  const { author, documents, opened, publish_on: on } = announcement;
  const [showsReaders, setShowingReaders] = useState(false);
  return (
    <article className={styles.letter} aria-labelledby={titleId}>
      <PublicationState announcement={announcement} />
      {on !== null && announcement.state === 'published' && (
        <p className="meta">
          <time dateTime={on}>
            {formatHeadingDate(on, timeZone)}, {formatTimeWithZone(on, timeZone)}
          </time>
          {announcement.edited_at !== null && `, edited ${formatDocumentTime(announcement.edited_at, timeZone)}`}
        </p>
      )}
      <h2 className={styles.title} id={titleId}>
        {announcement.title}
      </h2>
      <PersonLine
        person={{
          id: author?.member_id ?? announcement.id,
          name: author?.name ?? 'The board',
          pictureUrl: author?.img_url ?? null,
        }}
        href={author?.slug ? paths.person(author.slug) : undefined}
        meta={recipientsText(announcement.audience)}
        end={announcement.can.edit && <AnnouncementActs announcement={announcement} />}
      />
      <div className={styles.body}>
        <RichTextView text={announcement.body} />
      </div>
      <Stack gap="m">
        {documents.length > 0 && (
          <DocumentList>
            <DocumentRows documents={documents} hrefOf={hrefOf} timeZone={timeZone} canEdit={announcement.can.edit} />
          </DocumentList>
        )}
        <ItemPolls parent={{ kind: 'announcement', id: announcement.id }} of={announcement.polls} timeZone={timeZone} />
        {opened !== null && (
          <p className="meta">
            Opened by {opened.count} of {opened.of}.{' '}
            <TextButton onPress={() => setShowingReaders(true)}>Who has opened it</TextButton>
            {showsReaders && (
              <ReadersDialog announcementId={announcement.id} onClose={() => setShowingReaders(false)} />
            )}
          </p>
        )}
      </Stack>
    </article>
  );
}

export const recipientsText = (audience: string): string =>
  audience === wholeBoardLabel ? 'To the whole board' : `To ${audience}`;

function PublicationState({ announcement: { state, publish_on: on } }: Pick<LetterProps, 'announcement'>) {
  const timeZone = useTimeZone();
  if (state === 'published') return null;
  return (
    <div className={styles.notice}>
      <Notice tone="caution">
        {state === 'draft' || on === null
          ? 'This is a draft. Only its editors can see it.'
          : `It will be published on ${formatHeadingDate(on, timeZone)} at ${formatTimeWithZone(on, timeZone)}. Until then, only its editors can see it.`}
      </Notice>
    </div>
  );
}

interface ReadersDialogProps {
  readonly announcementId: string;
  readonly onClose: () => void;
}

export function ReadersDialog({ announcementId, onClose }: ReadersDialogProps) {
  const timeZone = useTimeZone();
  const query = useQuery({
    ...queryFor(listAnnouncementReaders, { params: { id: announcementId } }),
    staleTime: 0,
    throwOnError: false,
  });
  const { data } = query;
  const line = (person: AudienceMember, meta?: string) => (
    <PersonLine
      key={person.member_id}
      person={{ id: person.member_id, name: person.name, pictureUrl: person.img_url }}
      pending={person.is_pending}
      meta={meta}
    />
  );
  return (
    <Dialog
      onClose={onClose}
      size="m"
      scrolls
      title="Who has opened it"
      actions={<Button onPress={onClose}>Close</Button>}
    >
      {data === undefined ? (
        <WhileLoading what="The readers" query={query}>
          <ListSkeleton rows={4} />
        </WhileLoading>
      ) : (
        <Stack gap="l">
          <p className="meta">
            Only members who opened it while signed in are counted. Opening it with the link in the email does not
            count.
          </p>
          <Section title="Opened" level={3} aside={data.opened.length}>
            {data.opened.length === 0 ? (
              <p className="muted">Nobody yet.</p>
            ) : (
              <Rows>{data.opened.map((each) => line(each, formatDocumentTime(each.opened_at, timeZone)))}</Rows>
            )}
          </Section>
          <Section title="Not opened" level={3} aside={data.not_opened.length + data.pending.length}>
            {data.not_opened.length + data.pending.length === 0 ? (
              <p className="muted">Everybody has opened it.</p>
            ) : (
              <Rows>
                {[...data.not_opened.map((each) => line(each)), ...data.pending.map((each) => line(each, 'Invited'))]}
              </Rows>
            )}
          </Section>
        </Stack>
      )}
    </Dialog>
  );
}
