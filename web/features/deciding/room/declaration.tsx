import { Scale } from 'lucide-react';
import type { Room } from '#contract/room.ts';
import { formatTime } from '#domain/dates.ts';
import { useTimeZone } from '#web/api/start.ts';
import { paths } from '#web/paths.ts';
import { Button, LinkButton } from '#web/ui/actions/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import type { NumberedItem } from './declaration-dialogs.tsx';
import styles from './room.module.css';

interface DeclarationProps {
  readonly room: Room;
  readonly item: NumberedItem;
  readonly onDeclare: (item: NumberedItem) => void;
}

export function OwnDeclaration({ room, item, onDeclare }: DeclarationProps) {
  const { declaration } = room.own;
  if (declaration?.is_recused === true) return <Recused room={room} itemId={item.id} nature={declaration.nature} />;
  return (
    <div className={styles.declaration}>
      {declaration !== null && (
        <p>
          <strong>You have declared an interest</strong> <span className="meta">{declaration.nature}</span>
        </p>
      )}
      {room.line.phase !== 'adjourned' && (
        <Button size="s" variant="quiet" icon={Scale} onPress={() => onDeclare(item)}>
          {declaration === null ? 'Declare an interest' : 'Recuse myself'}
        </Button>
      )}
    </div>
  );
}

function Recused({ room, itemId, nature }: { readonly room: Room; readonly itemId: string; readonly nature: string }) {
  const timeZone = useTimeZone();
  const declared = room.declarations?.find(
    ({ agenda_item_id: item, member_id: id }) => item === itemId && id === room.own.member_id,
  );
  const at = declared === undefined ? '' : ` at ${formatTime(declared.declared_at, timeZone)}`;
  return (
    <section className={styles.recused} aria-label="Your recusal">
      <span className={styles['recused-mark']}>
        <Icon of={Scale} />
      </span>
      <div>
        <p className={styles['recused-title']}>You are recused from this item</p>
        <p className="meta">You declared an interest{at} and cannot vote on this item.</p>
        {nature !== '' && <p className="meta">{nature}</p>}
      </div>
      {declared !== undefined && (
        <LinkButton size="s" variant="quiet" href={paths.meeting(room.line.id)}>
          Your declaration
        </LinkButton>
      )}
    </section>
  );
}
