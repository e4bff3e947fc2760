import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { announcementsListedMax, getAnnouncement, listAnnouncements } from '../../../contract/announcements.ts';
import { queryFor } from '../../api/queries.ts';
import { paths } from '../../paths.ts';
import { usePageTitle } from '../../shell/page-title.ts';
import { LinkButton } from '../../ui/actions/link-button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ListSkeleton, PageSkeleton } from '../../ui/feedback/skeletons.tsx';
import { Columns, Page, PageHead } from '../../ui/page.tsx';
import { DocumentOverlay } from '../documents/document-overlay.tsx';
import { AnnouncementLists } from './announcement-lists.tsx';
import { Letter } from './letter.tsx';

const listedAtFirst = 30;

/** /announcements and /announcements/{id}: one announcement as a letter, the latest unless named, and all others beside it. */
export function AnnouncementsPage() {
  const { id } = useParams({ strict: false });
  const [count, setCount] = useState(listedAtFirst);
  const { data: lists } = useQuery({
    ...queryFor(listAnnouncements, { query: count === listedAtFirst ? {} : { count } }),
    placeholderData: keepPreviousData,
  });
  const shownId = id ?? lists?.published[0]?.id ?? null;
  if (lists !== undefined && shownId === null) {
    const isEmpty = lists.scheduled.length + lists.drafts.length + lists.deleted.length === 0;
    return (
      <Page>
        <PageHead title="Announcements" />
        {isEmpty ? (
          <Nothing canCreate={lists.can.create} />
        ) : (
          <Columns
            asideLabel="Other announcements"
            single
            aside={<AnnouncementLists lists={lists} shown={null} onMore={null} />}
          >
            <Nothing canCreate={lists.can.create} />
          </Columns>
        )}
      </Page>
    );
  }
  return (
    <Page>
      <PageHead title="Announcements" />
      <Columns
        gap="l"
        single
        asideLabel="Other announcements"
        aside={
          lists === undefined ? (
            <ListSkeleton rows={4} />
          ) : (
            <AnnouncementLists
              lists={lists}
              shown={shownId}
              onMore={lists.has_more ? () => setCount(Math.min(count + 100, announcementsListedMax)) : null}
            />
          )
        }
      >
        {shownId === null ? <PageSkeleton /> : <Shown key={shownId} id={shownId} isNamed={id !== undefined} />}
      </Columns>
    </Page>
  );
}

function Shown({ id, isNamed }: { readonly id: string; readonly isNamed: boolean }) {
  const { data } = useQuery(queryFor(getAnnouncement, { params: { id } }));
  if (data === undefined) return <PageSkeleton />;
  const { announcement } = data;
  return (
    <>
      {isNamed && <Title text={announcement.title} />}
      <Letter announcement={announcement} hrefOf={(document) => paths.announcement(id, { document })} />
      <DocumentOverlay listed={new Set(announcement.documents.map((document) => document.id))} />
    </>
  );
}

function Title({ text }: { readonly text: string }) {
  usePageTitle(text);
  return null;
}

function Nothing({ canCreate }: { readonly canCreate: boolean }) {
  if (!canCreate) {
    return (
      <EmptyState
        title="No announcements yet"
        text="News from the chair and the office will be listed here, newest first."
      />
    );
  }
  return (
    <EmptyState
      title="No announcements yet"
      text="Write the first one, and everyone in its audience will see it here and get it by email."
      action={
        <LinkButton variant="primary" icon={Plus} href={paths.announcementCreate()}>
          New announcement
        </LinkButton>
      }
    />
  );
}
