import { useQuery } from '@tanstack/react-query';
import { useLocation, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { getPerson } from '#contract/people.ts';
import { queryFor } from '#web/api/queries.ts';
import { isMissing } from '#web/api/query-client.ts';
import { paths, personOf } from '#web/paths.ts';
import { usePageTitle } from '#web/shell/page-title.ts';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { PersonProfile } from './person-profile.tsx';
import { PersonHead, PersonMissing, PersonPending } from './person-states.tsx';

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
