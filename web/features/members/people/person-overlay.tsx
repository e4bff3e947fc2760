import { useQuery } from '@tanstack/react-query';
import { useLocation, useRouter } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useState } from 'react';
import { Heading } from 'react-aria-components';
import { getPerson, type ListedPerson } from '#contract/people.ts';
import { queryFor } from '#web/api/queries.ts';
import { isMissing } from '#web/api/query-client.ts';
import { paths, personOf } from '#web/paths.ts';
import { usePageTitle } from '#web/shell/page-title.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ListSkeleton } from '#web/ui/feedback/skeletons.tsx';
import { Avatar } from '#web/ui/identity/avatar.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import styles from './person.module.css';
import { PersonBadges } from './person-badges.tsx';
import { PersonProfile } from './person-profile.tsx';

export function PersonOverlay() {
  const { pathname, search } = useLocation();
  const slug = search.person ?? personOf(pathname);
  const [shown, setShown] = useState(slug);
  if (slug !== null && slug !== shown) setShown(slug);
  const close = useClosePerson();
  if (shown === null) return null;
  return <PersonDialog key={shown} slug={shown} isOpen={slug !== null} onClose={close} />;
}

interface PersonDialogProps {
  readonly slug: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

function PersonDialog({ slug, isOpen, onClose }: PersonDialogProps) {
  const { data, error } = useQuery({
    ...queryFor(getPerson, { params: { slug } }),
    enabled: isOpen,
    throwOnError: false,
    meta: { quiet: true },
  });
  const name = data?.person.name ?? null;
  usePageTitle(isOpen ? name : null);
  const isAlone = useLocation({ select: ({ pathname }) => personOf(pathname) !== null });
  if (isAlone && isMissing(error)) return null;
  return (
    <Dialog isOpen={isOpen} onClose={onClose} size="m" scrolls bare title={name ?? 'Person'}>
      {error !== null && (data === undefined || isMissing(error)) ? (
        <PersonMissing onClose={onClose} isGone={isMissing(error)} />
      ) : data === undefined ? (
        <PersonPending onClose={onClose} />
      ) : (
        <>
          <PersonHead person={data.person} onClose={onClose} />
          <PersonProfile answer={data} onClose={onClose} />
        </>
      )}
    </Dialog>
  );
}

function useClosePerson(): () => void {
  const router = useRouter();
  return () => {
    const { location } = router.state;
    if (location.maskedLocation !== undefined) router.history.back();
    else if (personOf(location.pathname) !== null) {
      void router.navigate({ href: paths.people(), replace: true, resetScroll: false });
    } else {
      void router.navigate({
        to: '.',
        search: ({ person: _, ...others }) => others,
        replace: true,
        resetScroll: false,
      });
    }
  };
}

interface ClosableProps {
  readonly onClose: () => void;
}

function PersonHead({ person, onClose }: ClosableProps & { readonly person: ListedPerson }) {
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

function PersonPending({ onClose }: ClosableProps) {
  return (
    <div className={styles.state}>
      <div className={styles.close}>
        <IconButton icon={X} aria-label="Close" onPress={onClose} />
      </div>
      <ListSkeleton rows={4} />
    </div>
  );
}

function PersonMissing({ onClose, isGone }: ClosableProps & { readonly isGone: boolean }) {
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
