import { Scale } from 'lucide-react';
import type { Room } from '#contract/room.ts';
import { Button } from '#web/ui/actions/button.tsx';
import type { NumberedItem } from './declaration-dialogs.tsx';
import styles from './room.module.css';

interface DeclarationProps {
  readonly room: Room;
  readonly item: NumberedItem;
  readonly onDeclare: (item: NumberedItem) => void;
}

/** One's own interest in what the meeting is at. */
export function OwnDeclaration({ room, item, onDeclare }: DeclarationProps) {
  const { declaration } = room.own;
  return (
    <div className={styles.declaration}>
      {declaration !== null && (
        <p>
          <strong>{declaration.is_recused ? 'You are recused from this item' : 'You have declared an interest'}</strong>{' '}
          <span className="meta">{declaration.nature}</span>
        </p>
      )}
      {declaration?.is_recused !== true && room.line.phase !== 'adjourned' && (
        <Button size="s" variant="quiet" icon={Scale} onPress={() => onDeclare(item)}>
          {declaration === null ? 'Declare an interest' : 'Recuse myself'}
        </Button>
      )}
    </div>
  );
}
