import type { ReactNode } from 'react';
import { paths } from '#web/paths.ts';
import { Page, PageHead } from '#web/ui/page.tsx';
import { LinkTabs } from '#web/ui/rows/tabs.tsx';
import styles from './site.module.css';

type SitePage = 'boards' | 'users' | 'mail' | 'health';

const tabs: readonly { readonly page: SitePage; readonly label: string; readonly href: string }[] = [
  { page: 'boards', label: 'Boards', href: paths.siteAdminBoards() },
  { page: 'users', label: 'Users', href: paths.siteAdminUsers() },
  { page: 'mail', label: 'Mail', href: paths.siteAdminMail() },
  { page: 'health', label: 'Jobs', href: paths.siteAdminHealth() },
];

interface SiteFrameProps {
  readonly page: SitePage;
  readonly note?: string | undefined;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** The pages of site administration. */
export function SiteFrame({ page, note, actions, children }: SiteFrameProps) {
  const title = tabs.find((tab) => tab.page === page)?.label ?? '';
  return (
    <Page>
      <PageHead
        title={title}
        {...(note === undefined ? {} : { note })}
        {...(actions === undefined ? {} : { actions })}
      />
      <LinkTabs
        label="Site administration"
        tabs={tabs.map(({ page: each, label, href }) => ({ label, href, isCurrent: each === page }))}
      />
      <div className={styles.below}>{children}</div>
    </Page>
  );
}
