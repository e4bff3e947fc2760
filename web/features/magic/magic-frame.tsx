import { type ReactNode, useEffect } from 'react';
import { formatHeadingDate, formatTimeWithZone } from '../../../domain/dates.ts';
import { useStart } from '../../api/start.ts';
import { showBoardColour } from '../../shell/appearance.ts';
import { AuthFrame } from '../../shell/auth-frame.tsx';
import { BareNotFoundPage } from '../../shell/not-found-page.tsx';
import { usePageTitle } from '../../shell/page-title.ts';
import { ListSkeleton } from '../../ui/feedback/skeletons.tsx';
import styles from './magic-frame.module.css';
import type { MagicState, MagicVisit } from './use-magic-meeting.ts';

interface MagicCardProps {
  readonly state: MagicState;
  readonly children: (visit: MagicVisit) => ReactNode;
}

/** The card of a magic link: the board's face, the meeting and its start in the board's time zone. */
export function MagicCard({ state, children }: MagicCardProps) {
  const { face, settings } = useStart();
  if (state.kind === 'gone') return <BareNotFoundPage />;
  if (state.kind === 'loading') {
    return (
      <AuthFrame wide board={face} title={settings.app_name}>
        <ListSkeleton rows={2} />
      </AuthFrame>
    );
  }
  return <CardOfMeeting visit={state.visit}>{children(state.visit)}</CardOfMeeting>;
}

function CardOfMeeting({ visit, children }: { readonly visit: MagicVisit; readonly children: ReactNode }) {
  const { board, meeting } = visit;
  usePageTitle(meeting.title);
  useBoardColour(board.primary_color);
  return (
    <AuthFrame
      wide
      board={board}
      title={meeting.title}
      lede={
        <>
          {formatHeadingDate(meeting.start, board.time_zone)},{' '}
          <span className="nowrap">{formatTimeWithZone(meeting.start, board.time_zone)}</span>
        </>
      }
    >
      <div className={styles.content}>{children}</div>
    </AuthFrame>
  );
}

export function useBoardColour(colour: string): void {
  // An effect, because the colour is that of the document. The server writes it too where it can.
  useEffect(() => showBoardColour(colour), [colour]);
}
