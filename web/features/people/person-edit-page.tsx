import { useSearch } from '@tanstack/react-router';
import { invitationLabels } from '../../../domain/messages.ts';
import { LaterPage } from '../../shell/later-page.tsx';
import { usePageTitle } from '../../shell/page-title.ts';

/** /people/edit/{slug}; with profileSetup in the address it is MemberSetup (specification, section 2). */
export function PersonEditPage() {
  const { profileSetup } = useSearch({ from: '/shell/board/people/edit/$slug' });
  const title = profileSetup === undefined ? 'Edit Person' : invitationLabels.setupTitle;
  usePageTitle(title);
  return <LaterPage title={title} />;
}
