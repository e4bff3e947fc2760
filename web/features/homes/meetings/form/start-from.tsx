import { useSuspenseQuery } from '@tanstack/react-query';
import { ChevronDown, Copy, FilePlus, ListChecks } from 'lucide-react';
import { listMeetings } from '#contract/meetings.ts';
import type { MeetingSummary } from '#contract/summaries.ts';
import { formatHeadingDate } from '#domain/dates.ts';
import { queryFor } from '#web/api/queries.ts';
import { useTimeZone } from '#web/api/start.ts';
import { useDuplicate } from '#web/features/homes/meetings/lifecycle/use-duplicate.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Menu, MenuItem, MenuTrigger } from '#web/ui/overlays/menu.tsx';

interface StartFromProps {
  readonly onDefault: () => void;
  readonly onEmpty: () => void;
}

export function StartFrom({ onDefault, onEmpty }: StartFromProps) {
  const { archive } = useSuspenseQuery(queryFor(listMeetings, { query: {} })).data;
  const last = archive.find(({ state }) => state === 'published');
  return (
    <MenuTrigger>
      <Button size="s" iconEnd={ChevronDown}>
        Start from
      </Button>
      <Menu aria-label="Start from" wide>
        {last && <LastMeeting meeting={last} />}
        <MenuItem icon={ListChecks} description="As set in Setup, with its place and link" onAction={onDefault}>
          Default meeting
        </MenuItem>
        <MenuItem icon={FilePlus} description="Without agenda items" onAction={onEmpty}>
          Empty
        </MenuItem>
      </Menu>
    </MenuTrigger>
  );
}

/** The server makes the copy, so that withheld items remain withheld. */
function LastMeeting({ meeting }: { readonly meeting: MeetingSummary }) {
  const timeZone = useTimeZone();
  const duplicate = useDuplicate(meeting);
  return (
    <MenuItem
      icon={Copy}
      description={`${meeting.title}, ${formatHeadingDate(meeting.start, timeZone)}, without its documents`}
      onAction={duplicate}
    >
      Last meeting
    </MenuItem>
  );
}
