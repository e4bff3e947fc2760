import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type AuthorPage, getAuthorPage } from '#contract/paper-requests.ts';
import { formatHeadingDay } from '#domain/dates.ts';
import { counted } from '#domain/text.ts';
import { queryFor } from '#web/api/queries.ts';
import { AuthFrame } from '#web/shell/auth-frame.tsx';
import { usePageTitle } from '#web/shell/page-title.ts';
import { AuthorPaper } from './author-paper.tsx';
import styles from './author-papers.module.css';
import { MagicCardLoading, MagicGate } from './magic-frame.tsx';

/** /paper/{uid}, where an author sends papers without an account. Opening the page changes nothing. */
export function AuthorPapersPage() {
  const { uid } = useParams({ from: '/paper/$uid' });
  const query = useQuery({ ...queryFor(getAuthorPage, { params: { uid } }), throwOnError: false });
  return (
    <MagicGate query={query} what="paper" loading={<MagicCardLoading title="Your papers" />}>
      {(page) => <Papers uid={uid} page={page} />}
    </MagicGate>
  );
}

function Papers({ uid, page }: { readonly uid: string; readonly page: AuthorPage }) {
  const client = useQueryClient();
  const { meeting, papers, board } = page;
  const adopt = (next: AuthorPage): void =>
    void client.setQueryData(queryFor(getAuthorPage, { params: { uid } }).queryKey, next);
  const day = meeting.day === null ? '' : `${formatHeadingDay(meeting.day)}. `;
  usePageTitle(`Papers for ${meeting.title}`);
  return (
    <AuthFrame
      wide
      board={board}
      title={meeting.title}
      lede={`${day}${page.author_name}, you have been asked for ${counted(papers.length, 'paper')}.`}
    >
      <div className={styles.papers}>
        {papers.map((paper) => (
          <AuthorPaper key={paper.id} uid={uid} paper={paper} today={page.today} onPage={adopt} />
        ))}
      </div>
    </AuthFrame>
  );
}
