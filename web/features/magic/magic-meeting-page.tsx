import { useParams } from '@tanstack/react-router';
import { LockKeyhole } from 'lucide-react';
import { useId } from 'react';
import { paths } from '../../paths.ts';
import { BareNotFoundPage } from '../../shell/not-found-page.tsx';
import { usePageTitle } from '../../shell/page-title.ts';
import { BarePending } from '../../shell/pending.tsx';
import { LinkButton } from '../../ui/actions/link-button.tsx';
import { TextLink } from '../../ui/actions/text-link.tsx';
import { Wordmark } from '../../ui/brand/wordmark.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { BoardMark } from '../../ui/identity/board-mark.tsx';
import { Columns, Page } from '../../ui/page.tsx';
import { MeetingAgenda } from '../meetings/meeting-agenda.tsx';
import { MeetingHeading } from '../meetings/meeting-heading.tsx';
import { MeetingRsvp } from '../meetings/meeting-rsvp.tsx';
import { CalendarChoicePanel } from './calendar-choice-panel.tsx';
import { MagicDocumentOverlay } from './magic-document-overlay.tsx';
import { useBoardColour } from './magic-frame.tsx';
import styles from './magic-meeting-page.module.css';
import { type MagicVisit, useMagicMeeting } from './use-magic-meeting.ts';

/** /meeting/{uid}: one meeting by a link of one's own, without signing in. No user menu, no search, no people. */
export function MagicMeetingPage() {
  const { uid } = useParams({ from: '/meeting/$uid' });
  const state = useMagicMeeting(uid);
  if (state.kind === 'gone') return <BareNotFoundPage />;
  return state.kind === 'loading' ? <BarePending /> : <Visit uid={uid} visit={state.visit} />;
}

function Visit({ uid, visit }: { readonly uid: string; readonly visit: MagicVisit }) {
  const { board, meeting, first_name: firstName } = visit;
  const calendarTitle = useId();
  usePageTitle(meeting.title);
  useBoardColour(board.primary_color);
  const login = paths.login();
  return (
    <>
      <header className={styles.bar}>
        <BoardMark title={board.title} logoUrl={board.logo_url} />
        <span className={styles.board}>{board.title}</span>
        <LinkButton size="s" href={login}>
          Log In
        </LinkButton>
      </header>
      <Page>
        <MeetingHeading meeting={meeting} timeZone={board.time_zone} />
        {meeting.state === 'cancelled' && <Notice tone="negative">This meeting is cancelled.</Notice>}
        <MeetingRsvp
          meeting={{ ...meeting, id: uid }}
          uid={uid}
          firstName={firstName}
          timeZone={board.time_zone}
          canRespond={meeting.can.respond}
          withCalendar={false}
        />
        <Columns
          spaced
          single
          gap="l"
          asideLabel="Calendar"
          aside={
            <>
              <section className={styles.card} aria-labelledby={calendarTitle}>
                <h2 className={styles.title} id={calendarTitle}>
                  Add to calendar
                </h2>
                <CalendarChoicePanel uid={uid} block />
              </section>
              <Notice icon={LockKeyhole}>
                This link is yours alone. <TextLink href={login}>Log in</TextLink> to see who else is going.
              </Notice>
            </>
          }
        >
          {meeting.description !== '' && <p className={styles.description}>{meeting.description}</p>}
          <MeetingAgenda
            meeting={meeting}
            timeZone={board.time_zone}
            hrefOf={(document) => paths.magicMeeting(uid, { document })}
            marksNew={false}
          />
        </Columns>
      </Page>
      <footer className={styles.foot}>
        <Wordmark height={20} />
      </footer>
      <MagicDocumentOverlay uid={uid} meeting={meeting} timeZone={board.time_zone} />
    </>
  );
}
