import { useRouter, useSearch } from '@tanstack/react-router';
import type { CalendarFeed } from '../../../contract/calendar.ts';
import {
  type CalendarType,
  calendarTypeLabels,
  isCalendarType,
  subscribeAddress,
} from '../../../domain/calendar-types.ts';
import { useBoard } from '../../api/start.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/actions/button.tsx';
import { LinkButton } from '../../ui/actions/link-button.tsx';
import { Stack } from '../../ui/layout.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { CopyLink } from './copy-link.tsx';

/** Whoever came to subscribe and had to log in first carries on here (specification, section 4, 'Calendar flow'). */
export function SubscribeDialog({ feeds }: { readonly feeds: readonly CalendarFeed[] }) {
  const { calendar } = useSearch({ from: '/shell/account' });
  const boardId = useBoard()?.board_info.board_id;
  const router = useRouter();
  const feed = feeds.find((each) => each.board_id === boardId) ?? feeds[0];
  if (calendar === undefined || !isCalendarType(calendar) || feed === undefined) return null;
  const close = (): void => void router.navigate({ href: paths.account(), replace: true });
  return <Carried feed={feed} type={calendar} onClose={close} />;
}

function Carried(props: { readonly feed: CalendarFeed; readonly type: CalendarType; readonly onClose: () => void }) {
  const { feed, type, onClose } = props;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`Subscribe to ${feed.title}`}
      actions={
        <>
          <Button onPress={onClose}>Close</Button>
          <LinkButton
            variant="primary"
            href={subscribeAddress(type, { address: feed.address, name: feed.title })}
            target="_blank"
          >
            Open {calendarTypeLabels[type]}
          </LinkButton>
        </>
      }
    >
      <Stack gap="s">
        <p>Your calendar then follows every meeting to which you are invited.</p>
        <p className="muted">Open it with {calendarTypeLabels[type]}, or copy this link into your calendar.</p>
        <CopyLink address={feed.address} />
        <p className="meta">Anyone with this link can read your calendar.</p>
      </Stack>
    </Dialog>
  );
}
