import { EyeOff, Scale } from 'lucide-react';
import { useState } from 'react';
import type { Meeting } from '#contract/meetings.ts';
import type { Room } from '#contract/room.ts';
import { numberAgenda } from '#domain/agenda.ts';
import { formatListDate } from '#domain/dates.ts';
import { useTimeZone } from '#web/api/start.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { PersonLine } from '#web/ui/identity/person-line.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import type { NumberedItem } from './declaration-dialogs.tsx';
import { Lift, type RoomDeclaration } from './lift.tsx';

const DeclareDialog = lazyPart(() => import('./declaration-dialogs.tsx'), 'DeclareDialog');
const WithholdDialog = lazyPart(() => import('./declaration-dialogs.tsx'), 'WithholdDialog');

interface DeclarationsProps {
  readonly meeting: Pick<Meeting, 'id' | 'agenda_items'>;
  readonly room: Room;
}

export function Declarations({ meeting, room }: DeclarationsProps) {
  const [dialog, setDialog] = useState<'declare' | 'withhold' | null>(null);
  const items = numberAgenda(meeting.agenda_items, null).map(
    ({ item, number }): NumberedItem => ({
      id: item.id,
      number,
      title: item.title,
      isWithheld: item.withheld !== null,
    }),
  );
  const shown = (room.declarations ?? []).filter(({ agenda_item_id: id }) => items.some((item) => item.id === id));
  const close = (): void => setDialog(null);
  return (
    <Section
      title="Declarations"
      aside={
        <>
          {room.line.phase !== 'adjourned' && (
            <Button size="s" icon={Scale} onPress={() => setDialog('declare')}>
              Declare an interest
            </Button>
          )}
          {room.can.withhold && (
            <Button size="s" variant="quiet" icon={EyeOff} onPress={() => setDialog('withhold')}>
              Withhold an item
            </Button>
          )}
        </>
      }
    >
      {shown.length === 0 ? (
        <p className="muted">No interests declared.</p>
      ) : (
        <ul>
          {shown.map((each) => (
            <li key={`${each.agenda_item_id} ${each.member_id}`}>
              <Declaration room={room} items={items} declaration={each} />
            </li>
          ))}
        </ul>
      )}
      {dialog === 'declare' && <DeclareDialog room={room} on={{ items }} onClose={close} />}
      {dialog === 'withhold' && <WithholdDialog room={room} items={items} onClose={close} />}
    </Section>
  );
}

interface DeclarationProps {
  readonly room: Room;
  readonly items: readonly NumberedItem[];
  readonly declaration: RoomDeclaration;
}

function Declaration({ room, items, declaration }: DeclarationProps) {
  const timeZone = useTimeZone();
  const { agenda_item_id: id, member_id } = declaration;
  const person = room.people?.find((each) => each.member_id === member_id);
  const name = person?.name ?? 'A board member';
  const number = items.find((item) => item.id === id)?.number ?? '';
  return (
    <PersonLine
      size="s"
      person={{ id: member_id, name, pictureUrl: person?.img_url ?? null }}
      meta={`Item ${number}, ${effectOf(declaration, timeZone)}`}
      end={<Lift room={room} declaration={declaration} of={{ name, number }} />}
    />
  );
}

function effectOf(
  { withheld_at: withheldAt, is_recused: isRecused, nature }: RoomDeclaration,
  timeZone: string,
): string {
  if (withheldAt !== null) return `withheld since ${formatListDate(withheldAt, timeZone)}`;
  return `${isRecused ? 'recused' : 'declared'}: ${nature}`;
}
