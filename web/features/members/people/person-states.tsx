import { X } from 'lucide-react';
import { Heading } from 'react-aria-components';
import type { ListedPerson } from '#contract/people.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ListSkeleton } from '#web/ui/feedback/skeletons.tsx';
import { Avatar } from '#web/ui/identity/avatar.tsx';
import styles from './person.module.css';
import { PersonBadges } from './person-badges.tsx';

interface ClosableProps {
  readonly onClose: () => void;
}

interface PersonHeadProps extends ClosableProps {
  readonly person: ListedPerson;
}

export function PersonHead({ person, onClose }: PersonHeadProps) {
  return (
    <header className={styles.head}>
      <Avatar
        size="xl"
        id={person.id}
        name={person.name}
        pictureUrl={person.img_url}
        pending={person.status === 'invited'}
      />
      <div>
        <Heading slot="title" level={2} className={styles.name ?? ''}>
          {person.name}
        </Heading>
        {person.office !== null && <p className={styles.role}>{person.office}</p>}
        <PersonBadges person={person} />
      </div>
      <IconButton icon={X} aria-label="Close" onPress={onClose} />
    </header>
  );
}

export function PersonPending({ onClose }: ClosableProps) {
  return (
    <div className={styles.state}>
      <div className={styles.close}>
        <IconButton icon={X} aria-label="Close" onPress={onClose} />
      </div>
      <ListSkeleton rows={4} />
    </div>
  );
}

export function PersonMissing({ onClose, isGone }: ClosableProps & { readonly isGone: boolean }) {
  return (
    <div className={styles.state}>
      <EmptyState
        level={2}
        title={isGone ? 'Person not found' : 'This person could not be loaded'}
        text={isGone ? 'They may have left the board.' : 'Close this panel and try again in a moment.'}
        action={<Button onPress={onClose}>Close</Button>}
      />
    </div>
  );
}
