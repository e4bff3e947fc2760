import { useParams } from '@tanstack/react-router';
import { isRsvpLetter, type RsvpLetter } from '#domain/rsvp.ts';
import { BareNotFoundPage } from '#web/shell/not-found-page.tsx';
import { AttendanceCard } from './attendance-card.tsx';
import { MagicCardLoading, MagicLinkFailed, MagicLinkGone } from './magic-link-states.tsx';
import { useMagicMeeting } from './use-magic-meeting.ts';

/** /attendance/{uid}/{letter}, from the mail that tells of a meeting (specification, section 2; product.md, section 6). */
export function MagicAttendancePage() {
  const { uid, letter } = useParams({ from: '/attendance/$uid/$letter' });
  return isRsvpLetter(letter) ? <Asked uid={uid} letter={letter} /> : <BareNotFoundPage />;
}

function Asked({ uid, letter }: { readonly uid: string; readonly letter: RsvpLetter }) {
  const { link, retry } = useMagicMeeting(uid);
  if (link.kind === 'gone') return <MagicLinkGone />;
  if (link.kind === 'failed') return <MagicLinkFailed onRetry={retry} />;
  if (link.kind === 'loading') return <MagicCardLoading title="Your reply" />;
  return <AttendanceCard key={`${uid} ${letter}`} uid={uid} letter={letter} answer={link.answer} />;
}
