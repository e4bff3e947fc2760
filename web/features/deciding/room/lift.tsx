import { useState } from 'react';
import { declare, type Room } from '#contract/room.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { useRoomCall } from './use-room-call.ts';

export type RoomDeclaration = NonNullable<Room['declarations']>[number];

interface LiftProps {
  readonly room: Room;
  readonly declaration: RoomDeclaration;
  readonly of: {
    readonly name: string;
    readonly number: string;
  };
}

export function Lift({ room, declaration, of: { name, number } }: LiftProps) {
  const [isAsking, setAsking] = useState(false);
  const lift = useRoomCall(declare, room.line.id, {
    invalidates: ['meetings', 'timeline'],
    onSuccess: () => setAsking(false),
  });
  const { agenda_item_id: id, member_id, is_recused: isRecused, withheld_at: withheldAt, can } = declaration;
  if (!isRecused || !can.lift) return null;
  const isWithheld = withheldAt !== null;
  const send = (): void =>
    lift.mutate({ params: { id, member_id }, body: { effect: 'lifted', nature: '', reason: '' } });
  return (
    <>
      <Button
        size="s"
        variant="quiet"
        aria-label={
          isWithheld ? `Stop withholding item ${number} from ${name}` : `End recusal of ${name} from item ${number}`
        }
        isPending={lift.isPending}
        onPress={isWithheld ? () => setAsking(true) : send}
      >
        {isWithheld ? 'Stop withholding' : 'End recusal'}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={`Stop withholding this item from ${name}?`}
          confirmLabel="Stop withholding"
          isPending={lift.isPending}
          onConfirm={send}
          onClose={() => setAsking(false)}
        >
          They will see item {number} again: its title, papers, motions and minutes. They will no longer be recused from
          it. Withholding it again may require a motion.
        </ConfirmDialog>
      )}
    </>
  );
}
