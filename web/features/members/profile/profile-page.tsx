import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { getProfile } from '#contract/profile.ts';
import { queryFor } from '#web/api/queries.ts';
import { useStart } from '#web/api/start.ts';
import { NotFoundPage } from '#web/shell/not-found-page.tsx';
import { rolesOf } from '#web/shell/roles.ts';
import { EditProfile } from './edit-profile.tsx';
import { MemberSetup } from './member-setup.tsx';

/**
 * /people/edit/{slug}. With profileSetup in the address it is MemberSetup (specification, section 2), for the one whose
 * profile it is; whoever may not edit finds nothing here.
 */
export function ProfilePage() {
  const { slug } = useParams({ from: '/shell/board/people/edit/$slug' });
  const { user } = useStart();
  const isAllowed = user?.slug === slug || rolesOf(user).isBoardAdmin;
  return isAllowed ? <Profile key={slug} slug={slug} /> : <NotFoundPage />;
}

function Profile({ slug }: { readonly slug: string }) {
  const { profileSetup } = useSearch({ from: '/shell/board/people/edit/$slug' });
  const { data } = useSuspenseQuery(queryFor(getProfile, { params: { slug } }));
  const isSetup = profileSetup !== undefined && data.person.is_self;
  return isSetup ? <MemberSetup profile={data} /> : <EditProfile profile={data} />;
}
