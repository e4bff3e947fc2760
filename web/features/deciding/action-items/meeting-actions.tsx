import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { listActionItemsOfMeeting } from '#contract/action-items.ts';
import type { Meeting } from '#contract/meetings.ts';
import { numberAgenda } from '#domain/agenda.ts';
import { actionLabels } from '#domain/messages/deciding.ts';
import { queryFor } from '#web/api/queries.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { WhileLoading } from '#web/ui/feedback/while-loading.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import styles from './action-items.module.css';

const ActionRows = lazyPart(() => import('./action-row.tsx'), 'ActionRows');
const MakeActionDialog = lazyPart(() => import('./make-action-dialog.tsx'), 'MakeActionDialog');

const actionsOf = (meetingId: string) => ({
  ...queryFor(listActionItemsOfMeeting, { params: { id: meetingId } }),
  meta: { quiet: true },
});

interface ItemActionsProps {
  readonly meetingId: string;
  readonly item: { readonly id: string; readonly number: string };
}

export function ItemActions({ meetingId, item }: ItemActionsProps) {
  const { data } = useQuery(actionsOf(meetingId));
  const items = data?.items.filter(({ meeting }) => meeting?.agenda_item_id === item.id) ?? [];
  if (data === undefined || items.length === 0) return null;
  return (
    <div className={styles['of-item']}>
      <ActionRows label={actionLabels.ofItem(item.number)} items={items} today={data.today} />
    </div>
  );
}

interface RoomActionsProps {
  readonly meeting: MeetingOfActions;
  readonly item: { readonly id: string; readonly number: string };
}

export function RoomActions({ meeting, item }: RoomActionsProps) {
  const { data } = useQuery(actionsOf(meeting.id));
  const [isMaking, setMaking] = useState(false);
  return (
    <>
      <ItemActions meetingId={meeting.id} item={item} />
      {data !== undefined && (
        <p className={styles['of-item']}>
          <MakeAction
            meeting={meeting}
            agendaItem={item.id}
            today={data.today}
            canCreate={data.can.create}
            isMaking={isMaking}
            onMaking={setMaking}
          />
        </p>
      )}
    </>
  );
}

type MeetingOfActions = Pick<Meeting, 'id' | 'agenda_items'>;

interface MakeActionProps {
  readonly meeting: MeetingOfActions;
  readonly agendaItem?: string | null;
  readonly today: string;
  readonly canCreate: boolean;
  readonly isMaking: boolean;
  readonly onMaking: (isMaking: boolean) => void;
}

function MakeAction({ meeting, agendaItem = null, today, canCreate, isMaking, onMaking }: MakeActionProps) {
  const agenda = numberAgenda(meeting.agenda_items, null).map(({ item, number }) => ({
    id: item.id,
    title: item.title,
    number,
  }));
  return (
    <>
      {canCreate && (
        <Button size="s" icon={Plus} onPress={() => onMaking(true)}>
          {actionLabels.create}
        </Button>
      )}
      {isMaking && (
        <MakeActionDialog
          of={{ kind: 'meeting', id: meeting.id, agenda, agendaItem }}
          today={today}
          onClose={() => onMaking(false)}
        />
      )}
    </>
  );
}

export function MeetingActions({ meeting }: { readonly meeting: MeetingOfActions }) {
  const query = useQuery(actionsOf(meeting.id));
  const [isMaking, setMaking] = useState(false);
  const { data } = query;
  if (data === undefined) {
    return (
      <WhileLoading what={actionLabels.items} query={query}>
        {null}
      </WhileLoading>
    );
  }
  const items = data.items.filter(({ meeting: of }) => of?.agenda_item_id === null);
  // An open dialog stays open, even if the right to create action items is withdrawn.
  if (items.length === 0 && !data.can.create && !isMaking) return null;
  return (
    <Section
      title={actionLabels.items}
      aside={
        <MakeAction
          meeting={meeting}
          today={data.today}
          canCreate={data.can.create}
          isMaking={isMaking}
          onMaking={setMaking}
        />
      }
    >
      {data.items.length === 0 && <p className="muted">{actionLabels.nothing}</p>}
      {items.length > 0 && <ActionRows label={actionLabels.items} items={items} today={data.today} />}
    </Section>
  );
}
