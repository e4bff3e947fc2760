import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { ChevronDown, Copy, FilePlus, LayoutTemplate, ListChecks } from 'lucide-react';
import { MenuTrigger } from 'react-aria-components';
import type { Audience } from '#contract/audience.ts';
import { listMeetingTemplates, type MeetingTemplate } from '#contract/meeting-templates.ts';
import { getMeeting, getMeetingAudience, listMeetings, type Meeting } from '#contract/meetings.ts';
import { formatHeadingDate } from '#domain/dates.ts';
import { counted } from '#domain/text.ts';
import { reportFailure } from '#web/api/general-error.ts';
import { queryFor } from '#web/api/queries.ts';
import { useTimeZone } from '#web/api/start.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Menu, MenuItem } from '#web/ui/overlays/menu.tsx';

export type Start =
  | 'default'
  | 'empty'
  | { readonly template: MeetingTemplate }
  | { readonly from: Meeting; readonly audience: Audience };

export function StartFrom({ onStart }: { readonly onStart: (start: Start) => void }) {
  const timeZone = useTimeZone();
  const client = useQueryClient();
  const { archive } = useSuspenseQuery(queryFor(listMeetings, { query: {} })).data;
  const { templates } = useSuspenseQuery(queryFor(listMeetingTemplates)).data;
  const last = archive.find(({ state }) => state === 'published');
  const startFromLast = async (id: string): Promise<void> => {
    const asked = { params: { id } };
    try {
      const [{ audience }, { meeting }] = await Promise.all([
        client.fetchQuery(queryFor(getMeetingAudience, asked)),
        client.fetchQuery(queryFor(getMeeting, asked)),
      ]);
      onStart({ from: meeting, audience });
    } catch (error) {
      reportFailure(error);
    }
  };
  return (
    <MenuTrigger>
      <Button size="s" iconEnd={ChevronDown}>
        Start from
      </Button>
      <Menu aria-label="Start from" wide>
        {last && (
          <MenuItem
            icon={Copy}
            label="Last meeting"
            description={`${last.title}, ${formatHeadingDate(last.start, timeZone)}, without its documents`}
            onAction={() => void startFromLast(last.id)}
          />
        )}
        <MenuItem
          icon={ListChecks}
          label="Default meeting"
          description="As set in Setup, with its place and link"
          onAction={() => onStart('default')}
        />
        {templates.map((template) => (
          <MenuItem
            key={template.id}
            icon={LayoutTemplate}
            label={template.name}
            description={`Template, ${counted(template.agenda_items.length, 'agenda item')}`}
            onAction={() => onStart({ template })}
          />
        ))}
        <MenuItem icon={FilePlus} label="Empty" description="Without agenda items" onAction={() => onStart('empty')} />
      </Menu>
    </MenuTrigger>
  );
}
